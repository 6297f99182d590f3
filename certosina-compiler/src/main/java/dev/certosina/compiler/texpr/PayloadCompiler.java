package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Turns the payload of one expression into closures over a point of its domain.
///
/// The value of an f32 closure is a `double` that an f32 holds exactly: every operation is done in
/// f64 and rounded once, which gives correctly rounded f32 arithmetic. Coordinates are checked
/// against their tensors here, once for the whole domain, which is exact because they are linear;
/// only a load in a case of a select, which is not made at every point, is checked point by point.
final class PayloadCompiler {

  /// A float at a point; one coordinate per axis of the domain.
  interface FloatFunction {
    double at(long[] point);
  }

  /// An integer or `bool` at a point.
  interface IntegerFunction {
    long at(long[] point);
  }

  /// A tensor bound to the shapes of a run.
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record BoundTensor(String name, long[] shape, ElementArray elements) {}

  private final String expression;
  private final BoundDomain domain;
  private final Map<String, BoundTensor> tensors;

  /// How many cases of selects surround the payload at hand.
  private int cases;

  PayloadCompiler(String expression, BoundDomain domain, Map<String, BoundTensor> tensors) {
    this.expression = expression;
    this.domain = domain;
    this.tensors = tensors;
  }

  ElementType typeOf(Payload payload) {
    return Payloads.type(payload, name -> tensor(name).elements().type());
  }

  /// A payload of a float type.
  FloatFunction floats(Payload payload) {
    return switch (payload) {
      case Payload.Load load -> floatLoad(tensor(load.tensor()), offset(load));
      case Payload.Gather gather -> floatLoad(tensor(gather.tensor()), offset(gather));
      case Payload.FloatConstant(ElementType type, double value) -> {
        double rounded = FloatMath.round(type, value);
        yield _ -> rounded;
      }
      case Payload.Unary unary -> floatUnary(unary);
      case Payload.Binary binary -> floatBinary(binary);
      case Payload.Select select -> {
        IntegerFunction condition = integers(select.condition());
        cases++;
        FloatFunction whenTrue = floats(select.whenTrue());
        FloatFunction whenFalse = floats(select.whenFalse());
        cases--;
        yield point -> condition.at(point) != 0 ? whenTrue.at(point) : whenFalse.at(point);
      }
      case Payload.Convert convert -> floatConvert(convert);
      case Payload.IntConstant _, Payload.IndexValue _ -> throw illTyped(payload);
    };
  }

  /// A payload of an integer type or `bool`.
  IntegerFunction integers(Payload payload) {
    return switch (payload) {
      case Payload.Load load -> integerLoad(tensor(load.tensor()), offset(load));
      case Payload.Gather gather -> integerLoad(tensor(gather.tensor()), offset(gather));
      case Payload.IntConstant(ElementType type, long value) -> {
        long wrapped = IntegerMath.wrap(type, value);
        yield _ -> wrapped;
      }
      case Payload.IndexValue(IndexExpr value) -> domain.bind(value)::at;
      case Payload.Unary unary -> integerUnary(unary);
      case Payload.Binary binary -> integerBinary(binary);
      case Payload.Select select -> {
        IntegerFunction condition = integers(select.condition());
        cases++;
        IntegerFunction whenTrue = integers(select.whenTrue());
        IntegerFunction whenFalse = integers(select.whenFalse());
        cases--;
        yield point -> condition.at(point) != 0 ? whenTrue.at(point) : whenFalse.at(point);
      }
      case Payload.Convert convert -> integerConvert(convert);
      case Payload.FloatConstant _ -> throw illTyped(payload);
    };
  }

  /// The position in `tensor`'s elements of `coordinates`.
  LinearForm position(BoundTensor tensor, List<IndexExpr> coordinates) {
    long[] shape = tensor.shape();
    LinearForm position = LinearForm.constant(0, domain.rank());
    for (int dim = 0; dim < shape.length; dim++) {
      LinearForm coordinate = domain.bind(coordinates.get(dim));
      if (!domain.keepsWithin(coordinate, shape[dim])) {
        throw outside(tensor, coordinates, dim);
      }
      position = position.times(shape[dim]).plus(coordinate);
    }
    return position;
  }

  private InternalCompilerException outside(
      BoundTensor tensor, List<IndexExpr> coordinates, int dim) {
    return new InternalCompilerException(
        "expression '%s': coordinate %s of dim %d of '%s' leaves the extent %d"
            .formatted(
                expression,
                TensorProgramPrinter.print(coordinates.get(dim)),
                dim,
                tensor.name(),
                tensor.shape()[dim]));
  }

  private IntegerFunction offset(Payload.Load load) {
    BoundTensor tensor = tensor(load.tensor());
    return cases == 0 || staysInside(tensor, load.coordinates())
        ? position(tensor, load.coordinates())::at
        : checkedOffset(tensor, load.coordinates());
  }

  private boolean staysInside(BoundTensor tensor, List<IndexExpr> coordinates) {
    return IntStream.range(0, coordinates.size())
        .allMatch(
            dim -> domain.keepsWithin(domain.bind(coordinates.get(dim)), tensor.shape()[dim]));
  }

  private IntegerFunction checkedOffset(BoundTensor tensor, List<IndexExpr> coordinates) {
    List<LinearForm> forms = coordinates.stream().map(domain::bind).toList();
    return point -> {
      long position = 0;
      for (int dim = 0; dim < forms.size(); dim++) {
        long coordinate = forms.get(dim).at(point);
        if (coordinate < 0 || coordinate >= tensor.shape()[dim]) {
          throw outside(tensor, coordinates, dim);
        }
        position = position * tensor.shape()[dim] + coordinate;
      }
      return position;
    };
  }

  private IntegerFunction offset(Payload.Gather gather) {
    BoundTensor tensor = tensor(gather.tensor());
    long extent = tensor.shape()[gather.dim()];
    long stride = 1;
    for (int dim = gather.dim() + 1; dim < tensor.shape().length; dim++) {
      stride *= tensor.shape()[dim];
    }
    long step = stride;
    IntegerFunction index = integers(gather.index());
    // An empty gathered dim has no element at coordinate 0; every index is outside then.
    LinearForm base =
        extent == 0
            ? LinearForm.constant(0, domain.rank())
            : position(tensor, gather.coordinates());
    return point -> {
      long found = index.at(point);
      long row = found < 0 ? found + extent : found;
      if (row < 0 || row >= extent) {
        throw new ModelException(
            "'%s': found index %d into dim %d of '%s', needed one in [%d, %d)"
                .formatted(expression, found, gather.dim(), tensor.name(), -extent, extent));
      }
      return base.at(point) + row * step;
    };
  }

  private FloatFunction floatLoad(BoundTensor tensor, IntegerFunction offset) {
    return switch (tensor.elements()) {
      case ElementArray.Floats(ElementType _, float[] values) ->
          point -> values[(int) offset.at(point)];
      case ElementArray.Doubles(double[] values) -> point -> values[(int) offset.at(point)];
      case ElementArray.Integers _ ->
          throw new InternalCompilerException("'" + tensor.name() + "' holds no floats");
    };
  }

  private IntegerFunction integerLoad(BoundTensor tensor, IntegerFunction offset) {
    if (!(tensor.elements() instanceof ElementArray.Integers(ElementType _, long[] values))) {
      throw new InternalCompilerException("'" + tensor.name() + "' holds no integers");
    }
    return point -> values[(int) offset.at(point)];
  }

  private FloatFunction floatUnary(Payload.Unary unary) {
    FloatFunction operand = floats(unary.operand());
    ElementType type = typeOf(unary);
    FloatFunction exact =
        switch (unary.operator()) {
          case NEGATE -> point -> -operand.at(point);
          case ABS -> point -> Math.abs(operand.at(point));
          case SIGN -> point -> Math.signum(operand.at(point));
          case SQRT -> point -> Math.sqrt(operand.at(point));
          case RECIPROCAL -> point -> 1 / operand.at(point);
          case EXP -> point -> Math.exp(operand.at(point));
          case LOG -> point -> Math.log(operand.at(point));
          case TANH -> point -> Math.tanh(operand.at(point));
          case ERF -> point -> FloatMath.erf(operand.at(point));
          case SIGMOID -> point -> FloatMath.sigmoid(operand.at(point));
          case FLOOR -> point -> Math.floor(operand.at(point));
          case CEIL -> point -> Math.ceil(operand.at(point));
          case NOT -> throw illTyped(unary);
        };
    return rounded(type, exact);
  }

  private FloatFunction floatBinary(Payload.Binary binary) {
    FloatFunction left = floats(binary.left());
    FloatFunction right = floats(binary.right());
    ElementType type = typeOf(binary);
    FloatFunction exact =
        switch (binary.operator()) {
          case ADD -> point -> left.at(point) + right.at(point);
          case SUBTRACT -> point -> left.at(point) - right.at(point);
          case MULTIPLY -> point -> left.at(point) * right.at(point);
          case DIVIDE -> point -> left.at(point) / right.at(point);
          case POWER -> point -> FloatMath.power(left.at(point), right.at(point));
          case MAX -> point -> Math.max(left.at(point), right.at(point));
          case MIN -> point -> Math.min(left.at(point), right.at(point));
          case EQUAL, LESS, LESS_OR_EQUAL, AND, OR, XOR -> throw illTyped(binary);
        };
    return rounded(type, exact);
  }

  private static FloatFunction rounded(ElementType type, FloatFunction exact) {
    return type == ElementType.FLOAT64 ? exact : point -> (float) exact.at(point);
  }

  private IntegerFunction integerUnary(Payload.Unary unary) {
    IntegerFunction operand = integers(unary.operand());
    ElementType type = typeOf(unary);
    return switch (unary.operator()) {
      case NEGATE -> point -> IntegerMath.wrap(type, -operand.at(point));
      case ABS ->
          type.isSignedInteger()
              ? point -> IntegerMath.wrap(type, Math.abs(operand.at(point)))
              : operand;
      case SIGN -> point -> IntegerMath.compare(type, operand.at(point), 0);
      case NOT -> point -> 1 - operand.at(point);
      case SQRT, RECIPROCAL, EXP, LOG, TANH, ERF, SIGMOID, FLOOR, CEIL -> throw illTyped(unary);
    };
  }

  private IntegerFunction integerBinary(Payload.Binary binary) {
    ElementType type = typeOf(binary.left());
    if (type.isFloat()) {
      return floatComparison(binary.operator(), floats(binary.left()), floats(binary.right()));
    }
    IntegerFunction left = integers(binary.left());
    IntegerFunction right = integers(binary.right());
    return switch (binary.operator()) {
      case ADD -> point -> IntegerMath.wrap(type, left.at(point) + right.at(point));
      case SUBTRACT -> point -> IntegerMath.wrap(type, left.at(point) - right.at(point));
      case MULTIPLY -> point -> IntegerMath.wrap(type, left.at(point) * right.at(point));
      case DIVIDE -> point -> IntegerMath.divide(type, left.at(point), right.at(point));
      case POWER -> point -> IntegerMath.power(type, left.at(point), right.at(point));
      case MAX -> largest(type, left, right);
      case MIN -> smallest(type, left, right);
      case EQUAL -> point -> left.at(point) == right.at(point) ? 1 : 0;
      case LESS -> point -> IntegerMath.compare(type, left.at(point), right.at(point)) < 0 ? 1 : 0;
      case LESS_OR_EQUAL ->
          point -> IntegerMath.compare(type, left.at(point), right.at(point)) <= 0 ? 1 : 0;
      case AND -> point -> left.at(point) & right.at(point);
      case OR -> point -> left.at(point) | right.at(point);
      case XOR -> point -> left.at(point) ^ right.at(point);
    };
  }

  private static IntegerFunction largest(
      ElementType type, IntegerFunction left, IntegerFunction right) {
    return point -> {
      long a = left.at(point);
      long b = right.at(point);
      return IntegerMath.compare(type, a, b) >= 0 ? a : b;
    };
  }

  private static IntegerFunction smallest(
      ElementType type, IntegerFunction left, IntegerFunction right) {
    return point -> {
      long a = left.at(point);
      long b = right.at(point);
      return IntegerMath.compare(type, a, b) <= 0 ? a : b;
    };
  }

  private static IntegerFunction floatComparison(
      BinaryOperator operator, FloatFunction left, FloatFunction right) {
    return switch (operator) {
      case EQUAL -> point -> left.at(point) == right.at(point) ? 1 : 0;
      case LESS -> point -> left.at(point) < right.at(point) ? 1 : 0;
      case LESS_OR_EQUAL -> point -> left.at(point) <= right.at(point) ? 1 : 0;
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, MAX, MIN, AND, OR, XOR ->
          throw new InternalCompilerException(operator + " of floats gives no integer");
    };
  }

  private FloatFunction floatConvert(Payload.Convert convert) {
    ElementType from = typeOf(convert.operand());
    ElementType to = convert.type();
    if (from.isFloat()) {
      FloatFunction operand = floats(convert.operand());
      return point -> FloatMath.round(to, operand.at(point));
    }
    IntegerFunction operand = integers(convert.operand());
    return to == ElementType.FLOAT64
        ? point -> IntegerMath.toDouble(from, operand.at(point))
        : point -> FloatMath.round(to, IntegerMath.toFloat(from, operand.at(point)));
  }

  private IntegerFunction integerConvert(Payload.Convert convert) {
    ElementType to = convert.type();
    if (typeOf(convert.operand()).isFloat()) {
      FloatFunction operand = floats(convert.operand());
      return point -> IntegerMath.fromFloat(to, operand.at(point));
    }
    IntegerFunction operand = integers(convert.operand());
    return point -> IntegerMath.wrap(to, operand.at(point));
  }

  private BoundTensor tensor(String name) {
    BoundTensor tensor = tensors.get(name);
    if (tensor == null) {
      throw new InternalCompilerException(
          "expression '" + expression + "' reads '" + name + "', which holds nothing yet");
    }
    return tensor;
  }

  private InternalCompilerException illTyped(Payload payload) {
    return new InternalCompilerException(
        "expression '%s': %s has the wrong type"
            .formatted(expression, TensorProgramPrinter.print(payload)));
  }
}
