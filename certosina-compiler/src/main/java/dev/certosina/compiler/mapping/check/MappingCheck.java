package dev.certosina.compiler.mapping.check;

import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.check.DirectEvaluation.Expected;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.FloatMath;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Compares physical mappings of one computation with what the computation means: integers exactly,
/// floats within the bound that [DirectEvaluation] states.
public final class MappingCheck {
  private final Map<String, Elements> operands;
  private final Expected expected;

  private MappingCheck(Map<String, Elements> operands, Expected expected) {
    this.operands = operands;
    this.expected = expected;
  }

  /// Draws operands and evaluates the computation, whose extents are constants.
  public static MappingCheck of(Computation computation, RandomGenerator random) {
    Map<String, Elements> operands =
        DirectEvaluation.randomOperands(
            computation, new RandomElements(random, computation.statement().accumulation()));
    return new MappingCheck(operands, DirectEvaluation.evaluate(computation, operands));
  }

  /// The operands that were drawn, by name.
  public Map<String, Elements> operands() {
    return operands;
  }

  /// What the destination should hold; floats in f64.
  public Elements expected() {
    return expected.elements();
  }

  /// How the mapping's result differs, or empty if it agrees.
  public Optional<String> failure(PhysicalMapping physical) {
    return failure(physical, new IntrinsicInterpreter(physical.mapping().intrinsic()));
  }

  /// As above, with an interpreter of the mapping's [Intrinsic] at hand.
  public Optional<String> failure(PhysicalMapping physical, IntrinsicInterpreter instruction) {
    return failure(new MappingInterpreter(physical, instruction));
  }

  /// As [#failure(PhysicalMapping)], without lanes that are deep in the padding of a tile; much
  /// faster where an instruction is larger than the computation.
  ///
  /// @param instructions on some of their lanes; made where they lack
  Optional<String> failureOfLiveLanes(
      PhysicalMapping physical, Map<LaneRange, IntrinsicInterpreter> instructions) {
    LaneRange visited = LaneRange.live(physical);
    IntrinsicInterpreter instruction =
        instructions.computeIfAbsent(
            visited, range -> new IntrinsicInterpreter(physical.mapping().intrinsic(), range));
    return failure(new MappingInterpreter(physical, instruction, visited));
  }

  private Optional<String> failure(MappingInterpreter interpreter) {
    Elements found;
    try {
      found = interpreter.run(operands);
    } catch (IndexOutOfBoundsException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    return difference(found);
  }

  /// Where elements of the destination, from whatever executed the computation, differ first.
  public Optional<String> difference(Elements found) {
    if (found.count() != expected.elements().count()) {
      return Optional.of(
          "found " + found.count() + " elements, needed " + expected.elements().count());
    }
    for (int i = 0; i < found.count(); i++) {
      if (!agrees(found, i)) {
        return Optional.of(
            "element "
                + i
                + " is "
                + found.print(i)
                + ", needed "
                + expected.elements().print(i)
                + " within "
                + expected.tolerances()[i]);
      }
    }
    return Optional.empty();
  }

  private boolean agrees(Elements found, int i) {
    long value = found.values()[i];
    long wanted = expected.elements().values()[i];
    if (value == wanted) {
      return true;
    }
    double tolerance = expected.tolerances()[i];
    if (tolerance == 0) {
      return false;
    }
    double found64 = Numbers.toDouble(value);
    double wanted64 = Numbers.toDouble(wanted);
    return Math.abs(found64 - wanted64) <= tolerance
        || overflowsTo(found64, wanted64 - tolerance)
        || overflowsTo(found64, wanted64 + tolerance);
  }

  private boolean overflowsTo(double infinity, double value) {
    return Double.isInfinite(infinity)
        && FloatMath.round(expected.elements().type(), value) == infinity;
  }
}
