package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Computations as tensor expressions.
///
/// Padding becomes a select between the load and the literal, with only those comparisons that can
/// fail. A 16-bit float result is summed in f32 and rounded once, as everywhere in tensor programs.
public final class Computations {
  private static final Dim ZERO = Dims.constant(0);

  private Computations() {}

  /// A program whose inputs are the operands and whose output is the destination.
  public static TensorProgram program(Computation computation) {
    var program = new ProgramBuilder();
    for (Tensor tensor : computation.tensors()) {
      if (!tensor.equals(computation.destination())) {
        program.declareInput(tensor.name(), tensor.type(), tensor.shape());
      }
    }
    append(program, List.of(computation));
    return program.build(List.of(computation.destination().name()), List.of(), List.of());
  }

  /// Declares the destination and writes it.
  ///
  /// @param program has the operands under their names
  /// @param parts write disjoint parts of one destination and together all of it
  /// @throws ModelException where they leave elements out
  public static void append(ProgramBuilder program, List<Computation> parts) {
    append(program, parts, List.of());
  }

  /// As the above, with zeros in further parts of the destination.
  public static void append(ProgramBuilder program, List<Computation> parts, List<ZeroPart> zeros) {
    Tensor destination = parts.getFirst().destination();
    checkCoverage(parts, zeros);
    ElementType type = Lowering.computeType(destination.type());
    boolean narrows = type != destination.type();
    String name = destination.name();
    String target = program.declare(narrows ? name + ".sum" : name, type, destination.shape());
    for (Computation part : parts) {
      Combiner combiner = combiner(part);
      program.compute(
          target,
          part.axes(),
          part.statement().destination().coordinates(),
          combiner,
          payload(part));
    }
    for (ZeroPart zero : zeros) {
      program.compute(target, zero.axes(), zero.write(), Combiner.NONE, Literals.of(type, 0));
    }
    if (narrows) {
      List<IndexExpr> point = View.axes(destination.shape().size());
      program.compute(
          program.declare(name, destination.type(), destination.shape()),
          ProgramBuilder.parallelAxes(destination.shape()),
          point,
          Combiner.NONE,
          new Payload.Convert(destination.type(), new Payload.Load(target, point)));
    }
  }

  /// Elements of a destination that no product reaches.
  ///
  /// @param axes parallel
  /// @param write one coordinate per dim
  public record ZeroPart(List<Axis> axes, List<IndexExpr> write) {
    public ZeroPart {
      axes = List.copyOf(axes);
      write = List.copyOf(write);
    }
  }

  private static void checkCoverage(List<Computation> parts, List<ZeroPart> zeros) {
    Tensor destination = parts.getFirst().destination();
    List<Dim> counts = new ArrayList<>();
    for (Computation part : parts) {
      counts.add(
          Dims.multiply(
              part.statement().spatialAxes().stream()
                  .map(axis -> part.axis(axis).extent())
                  .toList()));
    }
    for (ZeroPart zero : zeros) {
      counts.add(Dims.multiply(zero.axes().stream().map(Axis::extent).toList()));
    }
    Dim written = Dims.add(counts);
    Dim elements = Dims.multiply(destination.shape());
    if (Dims.isConstant(written) && Dims.isConstant(elements) && !written.equals(elements)) {
      throw new ModelException(
          "destination '%s': found %s elements written, needed all %s"
              .formatted(destination.name(), Dims.print(written), Dims.print(elements)));
    }
  }

  private static Combiner combiner(Computation computation) {
    if (computation.statement().reductionAxes().isEmpty()) {
      return Combiner.NONE;
    }
    return switch (computation.statement().accumulation()) {
      case SUM -> Combiner.SUM;
      case PRODUCT -> Combiner.PRODUCT;
      case MAX -> Combiner.MAX;
      case MIN -> Combiner.MIN;
    };
  }

  /// What is accumulated at a point, in the type that the destination is computed in.
  public static Payload payload(Computation computation) {
    BinaryOperator operator = operator(computation.statement().operation());
    Optional<Payload> joined = Optional.empty();
    for (Access access : computation.statement().operands()) {
      Payload operand = operand(computation, access);
      joined =
          Optional.of(
              joined
                  .<Payload>map(left -> new Payload.Binary(operator, left, operand))
                  .orElse(operand));
    }
    return joined.orElseThrow();
  }

  static BinaryOperator operator(IndexStatement.ElementOperation operation) {
    return switch (operation) {
      case MULTIPLY -> BinaryOperator.MULTIPLY;
      case ADD -> BinaryOperator.ADD;
      case SUBTRACT -> BinaryOperator.SUBTRACT;
    };
  }

  private static Payload operand(Computation computation, Access access) {
    Tensor tensor = computation.tensor(access.tensor());
    ElementType stored = computation.destination().type();
    ElementType type = Lowering.computeType(stored);
    Payload value = new Payload.Load(access.tensor(), access.coordinates());
    if (tensor.type() != stored && stored != type) {
      value = converted(value, tensor.type(), stored);
      value = converted(value, stored, type);
    } else {
      value = converted(value, tensor.type(), type);
    }
    Optional<Payload> inside = inside(computation, access);
    if (inside.isEmpty()) {
      return value;
    }
    return new Payload.Select(inside.get(), value, literal(type, access.padding().orElseThrow()));
  }

  private static Payload converted(Payload value, ElementType from, ElementType to) {
    return from == to ? value : new Payload.Convert(to, value);
  }

  /// As a literal; an infinity is the lowest or highest value of an integer type.
  private static Payload literal(ElementType type, double value) {
    return type.isInteger() && Double.isInfinite(value)
        ? new Payload.IntConstant(
            type, value < 0 ? IntegerMath.smallest(type) : IntegerMath.largest(type))
        : Literals.of(type, value);
  }

  /// That all coordinates are inside the tensor; empty where they always are, or have to be.
  private static Optional<Payload> inside(Computation computation, Access access) {
    if (access.padding().isEmpty()) {
      return Optional.empty();
    }
    List<Payload> guards = new ArrayList<>();
    for (int dim = 0; dim < access.coordinates().size(); dim++) {
      guards(computation, access, dim, guards);
    }
    return guards.stream()
        .reduce((left, right) -> new Payload.Binary(BinaryOperator.AND, left, right));
  }

  private static void guards(
      Computation computation, Access access, int dim, List<Payload> guards) {
    IndexExpr coordinate = access.coordinates().get(dim);
    Dim extent = computation.tensor(access.tensor()).shape().get(dim);
    IndexRange range = IndexRange.of(coordinate, axis -> computation.axis(axis).extent());
    Payload index = new Payload.IndexValue(coordinate);
    if (!Dims.isAtMost(ZERO, range.least())) {
      Payload zero = new Payload.IntConstant(ElementType.INT64, 0);
      guards.add(new Payload.Binary(BinaryOperator.LESS_OR_EQUAL, zero, index));
    }
    if (!Dims.isAtMost(Dims.add(range.most(), Dims.constant(1)), extent)) {
      Payload end = Literals.ofDim(extent, ElementType.INT64);
      guards.add(new Payload.Binary(BinaryOperator.LESS, index, end));
    }
  }
}
