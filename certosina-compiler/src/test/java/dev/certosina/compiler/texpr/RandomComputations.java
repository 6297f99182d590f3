package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Small computations over up to six axes, with strides, negative coefficients and padding, and
/// data for them.
final class RandomComputations {
  private static final List<String> AXES = List.of("a", "b", "c", "i", "j", "k");
  private final RandomGenerator random;

  RandomComputations(RandomGenerator random) {
    this.random = random;
  }

  /// One whose destination is written everywhere.
  Computation next() {
    while (true) {
      try {
        return attempt();
      } catch (ModelException _) {
        // A draw that is no computation; the next one may be.
      }
    }
  }

  private Computation attempt() {
    int spatial = random.nextInt(0, 4);
    String destination = "D[" + String.join(",", AXES.subList(0, spatial)) + "]";
    int count = random.nextInt(1, 4);
    String operation = pick(List.of(" * ", " + ", " - "));
    StringBuilder operands = new StringBuilder();
    for (int i = 0; i < count; i++) {
      operands.append(i == 0 ? "" : operation).append(access("T" + i));
    }
    String text =
        destination + pick(List.of(" += ", " += ", " max= ", " min= ", " *= ")) + operands;
    var builder = new ComputationBuilder("random", IndexStatementParser.parse(text));
    for (String axis : AXES) {
      if (text.contains(axis + "*") || destination.contains(axis)) {
        builder.extent(axis, random.nextInt(1, 5));
      }
    }
    ElementType type =
        pick(
            List.of(
                ElementType.FLOAT32, ElementType.FLOAT64, ElementType.INT32, ElementType.UINT8));
    builder.types(type);
    for (int i = 0; i < count; i++) {
      builder.type("T" + i, operandType(type));
    }
    return builder.build();
  }

  private ElementType operandType(ElementType destination) {
    return destination.isFloat()
        ? pick(List.of(ElementType.FLOAT32, ElementType.INT8, ElementType.BFLOAT16))
        : pick(List.of(ElementType.INT8, ElementType.UINT8, ElementType.INT32));
  }

  private String access(String tensor) {
    StringBuilder text = new StringBuilder(tensor).append('[');
    int rank = random.nextInt(0, 4);
    for (int dim = 0; dim < rank; dim++) {
      text.append(dim == 0 ? "" : ",").append(random.nextInt(-2, 4));
      for (String axis : AXES) {
        if (random.nextInt(3) == 0) {
          int factor = random.nextInt(8) == 0 ? -1 : pick(List.of(1, 1, 2));
          text.append("+").append(axis).append("*").append(factor);
        }
      }
    }
    return text + (rank > 0 && random.nextBoolean() ? " | " + pick(List.of(0, 0, 3)) : "") + "]";
  }

  /// Whole numbers from -3 to 3, or from 0 to 6.
  Map<String, TensorValue> operands(Computation computation) {
    Map<String, TensorValue> values = new LinkedHashMap<>();
    for (Tensor tensor : computation.tensors()) {
      if (!tensor.equals(computation.destination())) {
        values.put(tensor.name(), value(tensor));
      }
    }
    return values;
  }

  TensorValue value(Tensor tensor) {
    List<Long> shape =
        tensor.shape().stream().map(dim -> Dims.constantValue(dim).orElseThrow()).toList();
    int least = tensor.type().isUnsignedInteger() ? 0 : -3;
    return TensorValue.filled(tensor.type(), shape, _ -> least + random.nextInt(7));
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
