package dev.certosina.compiler.kernel.lower;

import static dev.certosina.compiler.kernel.KernelExprs.abs;
import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.and;
import static dev.certosina.compiler.kernel.KernelExprs.broadcast;
import static dev.certosina.compiler.kernel.KernelExprs.constant;
import static dev.certosina.compiler.kernel.KernelExprs.convert;
import static dev.certosina.compiler.kernel.KernelExprs.divide;
import static dev.certosina.compiler.kernel.KernelExprs.greaterOrEqual;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.less;
import static dev.certosina.compiler.kernel.KernelExprs.load;
import static dev.certosina.compiler.kernel.KernelExprs.multiply;
import static dev.certosina.compiler.kernel.KernelExprs.not;
import static dev.certosina.compiler.kernel.KernelExprs.or;
import static dev.certosina.compiler.kernel.KernelExprs.select;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelExprs;
import dev.certosina.compiler.kernel.KernelTypes;
import dev.certosina.compiler.kernel.VectorMath;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import dev.certosina.runtime.dim.Dim;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Writes payload trees as kernel expressions, at one point or at a run of points of an axis.
///
/// Values that do not depend on a loop are computed before it ([#hoist]); equal subtrees are
/// computed once.
final class PayloadEmitter {
  private final KernelBuilder builder;
  private final ArgumentBlock block;
  private final Memory memory;

  /// Values of the row: scalars computed earlier, by tensor.
  private final Map<String, Expr> rowScalars = new HashMap<>();

  private final Map<Payload, Expr> hoisted = new HashMap<>();
  private final Map<Payload, Expr> here = new HashMap<>();
  private Lanes lanes = Lanes.SINGLE;

  /// While values are hoisted: whether the loops that they are hoisted from have any point.
  private Optional<Expr> domain = Optional.empty();

  /// The points that are evaluated together.
  ///
  /// @param axis the axis that lanes run along; empty for a single point
  /// @param mask which lanes count, in the last run of an axis
  record Lanes(String axis, int count, Optional<Expr> mask) {
    static final Lanes SINGLE = new Lanes("", 1, Optional.empty());
  }

  PayloadEmitter(KernelBuilder builder, ArgumentBlock block, Memory memory) {
    this.builder = builder;
    this.block = block;
    this.memory = memory;
  }

  /// Forgets values of the last row.
  void startRow() {
    rowScalars.clear();
    hoisted.clear();
    here.clear();
  }

  void setRowScalar(String tensor, Expr value) {
    rowScalars.put(tensor, value);
  }

  /// Starts a run of points; values of the last one are forgotten.
  void startPoint(Lanes newLanes) {
    lanes = newLanes;
    here.clear();
  }

  /// Lets later payloads at this point use `value` for this load.
  void setValue(Payload load, Expr value) {
    here.put(load, value);
  }

  void endLoop() {
    lanes = Lanes.SINGLE;
    hoisted.clear();
    here.clear();
  }

  /// Computes the largest subtrees that use none of `axes` now, ahead of the loops over them.
  ///
  /// @param nonEmpty whether the loops have any point, where that is not certain: memory that the
  ///   program never reads must not be touched
  void hoist(
      Payload payload, Set<String> axes, Set<String> computedInLoop, Optional<Expr> nonEmpty) {
    domain = nonEmpty;
    hoist(payload, axes, computedInLoop);
    domain = Optional.empty();
  }

  private void hoist(Payload payload, Set<String> axes, Set<String> computedInLoop) {
    boolean varies =
        Payloads.axes(payload).stream().anyMatch(axes::contains)
            || Payloads.tensors(payload).stream().anyMatch(computedInLoop::contains);
    if (varies) {
      Payloads.children(payload).forEach(child -> hoist(child, axes, computedInLoop));
      return;
    }
    boolean literal =
        payload instanceof Payload.FloatConstant || payload instanceof Payload.IntConstant;
    if (!literal && !hoisted.containsKey(payload)) {
      hoisted.put(payload, builder.bind("h", emit(payload)));
    }
  }

  /// The payload's value, with as many lanes as the run or one where it is the same in all.
  Expr emit(Payload payload) {
    Expr known = hoisted.getOrDefault(payload, here.get(payload));
    if (known != null) {
      return known;
    }
    Expr value = builder.let("v", compute(payload));
    here.put(payload, value);
    return value;
  }

  private Expr compute(Payload payload) {
    return switch (payload) {
      case Load load -> read(load);
      case Payload.Gather gather -> gather(gather);
      case Payload.FloatConstant(ElementType type, double value) -> literal(type, value);
      case Payload.IntConstant(ElementType type, long value) -> constant(Type.scalar(type), value);
      case Payload.IndexValue(IndexExpr value) -> position(value);
      case Payload.Unary(UnaryOperator operator, Payload operand) -> unary(operator, emit(operand));
      case Payload.Binary(BinaryOperator operator, Payload left, Payload right) ->
          binary(operator, emit(left), emit(right));
      case Payload.Select(Payload condition, Payload whenTrue, Payload whenFalse) ->
          select(emit(condition), emit(whenTrue), emit(whenFalse));
      case Payload.Convert(ElementType type, Payload operand) -> convert(type, emit(operand));
    };
  }

  /// Literals of the half types are written as converted f32 literals.
  private static Expr literal(ElementType type, double value) {
    boolean half = type == ElementType.FLOAT16 || type == ElementType.BFLOAT16;
    return half
        ? convert(type, constant(Type.scalar(ElementType.FLOAT32), value))
        : constant(Type.scalar(type), value);
  }

  private Expr read(Load load) {
    Expr scalar = rowScalars.get(load.tensor());
    if (scalar != null) {
      return scalar;
    }
    IndexExpr address = load.coordinates().getFirst();
    return element(load.tensor(), address, block.address(load.tensor(), address), domain);
  }

  /// Loads one element, or one per lane when the address moves along the run.
  private Expr element(String tensor, IndexExpr address, Expr at, Optional<Expr> allowed) {
    Type type = Type.scalar(memory.type(tensor));
    boolean moves = lanes.count() > 1 && address.uses(lanes.axis());
    Optional<Expr> mask = moves ? combined(lanes.mask(), allowed) : allowed;
    Type loaded = moves ? type.withLanes(lanes.count()) : type;
    String buffer = block.buffer(tensor);
    return mask.map(m -> load(buffer, loaded, at, m)).orElseGet(() -> load(buffer, loaded, at));
  }

  private Optional<Expr> combined(Optional<Expr> mask, Optional<Expr> allowed) {
    Optional<Expr> wide = allowed.map(expr -> broadcast(expr, lanes.count()));
    return mask.isPresent() && wide.isPresent()
        ? Optional.of(and(mask.get(), wide.get()))
        : mask.or(() -> wide);
  }

  private Expr gather(Payload.Gather gather) {
    String tensor = gather.tensor();
    List<Dim> strides = memory.strides(tensor);
    Expr extent = block.dim(memory.tensor(tensor).shape().get(gather.dim()));
    Expr given = builder.let("given", convert(ElementType.INT64, emit(gather.index())));
    Expr wrapped = builder.let("wrapped", select(less(given, index(0)), add(given, extent), given));
    Expr inside =
        builder.let("inside", and(greaterOrEqual(wrapped, index(0)), less(wrapped, extent)));
    Expr needed =
        domain.map(nonEmpty -> builder.let("needed", and(inside, nonEmpty))).orElse(inside);
    builder.require(domain.map(nonEmpty -> or(inside, not(nonEmpty))).orElse(inside), given);
    IndexExpr rest = IndexExpr.constant(0);
    for (int d = 0; d < strides.size(); d++) {
      if (d != gather.dim()) {
        rest = rest.plus(gather.coordinates().get(d).times(strides.get(d)));
      }
    }
    String owner = memory.owner(tensor);
    Expr at =
        add(block.address(owner, rest), multiply(wrapped, block.dim(strides.get(gather.dim()))));
    return element(owner, rest, at, Optional.of(needed));
  }

  /// A coordinate as a value.
  private Expr position(IndexExpr value) {
    return block.position(value);
  }

  private Expr unary(UnaryOperator operator, Expr x) {
    return switch (operator) {
      case NEGATE -> KernelExprs.negate(x);
      case ABS -> abs(x);
      case SIGN -> sign(x);
      case NOT -> not(x);
      case SQRT -> KernelExprs.sqrt(x);
      case RECIPROCAL -> divide(one(x), x);
      case EXP -> VectorMath.exp(builder, x);
      case LOG -> VectorMath.log(builder, x);
      case TANH -> VectorMath.tanh(builder, x);
      case ERF -> VectorMath.erf(builder, x);
      case SIGMOID -> VectorMath.sigmoid(builder, x);
      case FLOOR -> KernelExprs.floor(x);
      case CEIL -> KernelExprs.ceil(x);
    };
  }

  private static Expr one(Expr like) {
    Type type = KernelTypes.typeOf(like);
    return type.element().isFloat() ? constant(type, 1.0) : constant(type, 1L);
  }

  /// -1, 0 or 1; NaN stays NaN, since neither comparison holds.
  private static Expr sign(Expr x) {
    Type type = KernelTypes.typeOf(x);
    boolean isFloat = type.element().isFloat();
    Expr zero = isFloat ? constant(type, 0.0) : constant(type, 0L);
    if (type.element().isUnsignedInteger()) {
      return select(less(zero, x), one(x), x);
    }
    Expr negative = isFloat ? constant(type, -1.0) : constant(type, -1L);
    return select(less(zero, x), one(x), select(less(x, zero), negative, x));
  }

  private Expr binary(BinaryOperator operator, Expr left, Expr right) {
    return switch (operator) {
      case ADD -> add(left, right);
      case SUBTRACT -> KernelExprs.subtract(left, right);
      case MULTIPLY -> multiply(left, right);
      case DIVIDE -> divide(left, right);
      case POWER -> VectorMath.power(builder, left, right);
      case MAX -> KernelExprs.max(left, right);
      case MIN -> KernelExprs.min(left, right);
      case EQUAL -> KernelExprs.equal(left, right);
      case LESS -> less(left, right);
      case LESS_OR_EQUAL -> KernelExprs.lessOrEqual(left, right);
      case AND -> and(left, right);
      case OR -> or(left, right);
      case XOR -> KernelExprs.xor(left, right);
    };
  }
}
