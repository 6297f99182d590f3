package dev.certosina.compiler.kernel.lower;

import static dev.certosina.compiler.kernel.KernelExprs.binary;
import static dev.certosina.compiler.kernel.KernelExprs.broadcast;
import static dev.certosina.compiler.kernel.KernelExprs.convert;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.iota;
import static dev.certosina.compiler.kernel.KernelExprs.less;
import static dev.certosina.compiler.kernel.KernelExprs.reduce;
import static dev.certosina.compiler.kernel.KernelExprs.remainder;
import static dev.certosina.compiler.kernel.KernelExprs.select;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelExprs;
import dev.certosina.compiler.kernel.KernelTypes;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.schedule.Place;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.runtime.dim.Dims;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Writes the passes over one row.
///
/// A pass runs along its vector axis in whole vectors and one masked rest. Reductions along the
/// vector axis keep one partial result per lane and halve them at the end, so the order depends on
/// the extent and the vector width alone.
final class RowEmitter {
  private final KernelBuilder builder;
  private final ArgumentBlock block;
  private final Memory memory;
  private final Map<String, Place> places;
  private final int vectorLanes;
  private final PayloadEmitter payloads;

  /// @param vectorLanes f32 elements of one vector
  RowEmitter(
      KernelBuilder builder,
      ArgumentBlock block,
      Memory memory,
      Map<String, Place> places,
      int vectorLanes) {
    this.builder = builder;
    this.block = block;
    this.memory = memory;
    this.places = places;
    this.vectorLanes = vectorLanes;
    this.payloads = new PayloadEmitter(builder, block, memory);
  }

  void startRow() {
    payloads.startRow();
  }

  void emit(Pass pass) {
    if (pass.isScalar()) {
      pass.exprs().forEach(this::emitScalar);
    } else {
      emitLoops(pass);
    }
  }

  private void emitScalar(TensorExpr expr) {
    finishScalar(expr, payloads.emit(expr.payload()));
  }

  /// Keeps the row's value for later expressions, and stores it unless it lives in a register.
  private void finishScalar(TensorExpr expr, Expr value) {
    Expr stored = builder.let("r", convert(memory.type(expr.output()), value));
    IndexExpr address = expr.write().getFirst();
    if (places.get(expr.output()) instanceof Place.InBuffer) {
      builder.store(block.buffer(expr.output()), block.address(expr.output(), address), stored);
      payloads.setValue(new Payload.Load(expr.output(), List.of(address)), stored);
    } else {
      payloads.setRowScalar(expr.output(), stored);
    }
  }

  private void emitLoops(Pass pass) {
    hoist(pass);
    Axis vector = pass.vector().getFirst();
    boolean wide =
        pass.exprs().stream().allMatch(expr -> Vectorizable.test(expr, vector.name(), memory));
    int lanes = wide ? vectorLanes : 1;
    boolean reducesAlongVector = vector.kind() == TensorExpr.AxisKind.REDUCTION;
    boolean elementwise = pass.exprs().getFirst().combiner() == Combiner.NONE;
    if (pass.exprs().size() > 1 || elementwise || reducesAlongVector) {
      nest(pass.outer(), () -> reduceOrStore(pass, vector, lanes));
    } else {
      TensorExpr expr = pass.exprs().getFirst();
      nest(pass.outer(), () -> reduceAcross(expr, pass.inner(), vector, lanes));
    }
    payloads.endLoop();
  }

  private void hoist(Pass pass) {
    List<Axis> axes =
        Stream.of(pass.outer(), pass.inner(), pass.vector()).flatMap(List::stream).toList();
    Set<String> names = new HashSet<>();
    axes.forEach(axis -> names.add(axis.name()));
    Optional<Expr> nonEmpty = nonEmpty(axes);
    Set<String> computed = new HashSet<>();
    for (TensorExpr expr : pass.exprs()) {
      payloads.hoist(expr.payload(), names, computed, nonEmpty);
      computed.add(expr.output());
    }
  }

  /// Whether the domain of these axes has any point; empty when it certainly has.
  private Optional<Expr> nonEmpty(List<Axis> axes) {
    return axes.stream()
        .filter(axis -> Dims.constantValue(axis.extent()).orElse(0) <= 0)
        .map(axis -> less(index(0), block.dim(axis.extent())))
        .reduce(KernelExprs::and)
        .map(condition -> builder.let("some", condition));
  }

  /// Loops over `axes`, outermost first, around `body`.
  private void nest(List<Axis> axes, Runnable body) {
    if (axes.isEmpty()) {
      body.run();
      return;
    }
    Axis axis = axes.getFirst();
    builder.forLoop(
        "i",
        index(0),
        block.dim(axis.extent()),
        1,
        value -> {
          block.setAxis(axis.name(), value);
          nest(axes.subList(1, axes.size()), body);
        });
  }

  /// Element-wise expressions and reductions along the vector axis, in one loop.
  private void reduceOrStore(Pass pass, Axis vector, int lanes) {
    Map<TensorExpr, Expr.Variable> partial = new HashMap<>();
    for (TensorExpr expr : pass.exprs()) {
      if (expr.combiner() != Combiner.NONE) {
        Type type = accumulator(expr).withLanes(lanes);
        partial.put(expr, builder.declare("acc", Combine.identity(expr.combiner(), type)));
      }
    }
    nest(
        pass.inner(),
        () -> along(vector, lanes, mask -> evaluate(pass.exprs(), partial, lanes, mask)));
    payloads.endLoop();
    for (TensorExpr expr : pass.exprs()) {
      if (partial.containsKey(expr)) {
        Expr result = reduce(Combine.operator(expr.combiner()), partial.get(expr));
        finishScalar(expr, result);
      }
    }
  }

  private void evaluate(
      List<TensorExpr> exprs,
      Map<TensorExpr, Expr.Variable> partial,
      int lanes,
      Optional<Expr> mask) {
    for (TensorExpr expr : exprs) {
      Expr value = payloads.emit(expr.payload());
      if (partial.containsKey(expr)) {
        accumulate(expr, partial.get(expr), broadcast(value, lanes), mask);
      } else {
        store(expr, broadcast(value, lanes), mask);
      }
    }
  }

  private void accumulate(TensorExpr expr, Expr.Variable partial, Expr value, Optional<Expr> mask) {
    Expr typed = convert(KernelTypes.elementOf(partial), value);
    Expr counted =
        mask.map(m ->
                select(m, typed, Combine.identity(expr.combiner(), KernelTypes.typeOf(partial))))
            .orElse(typed);
    builder.assign(partial, binary(Combine.operator(expr.combiner()), partial, counted));
  }

  private void store(TensorExpr expr, Expr value, Optional<Expr> mask) {
    Expr stored = builder.let("s", convert(memory.type(expr.output()), value));
    String buffer = block.buffer(expr.output());
    Expr at = block.address(expr.output(), expr.write().getFirst());
    mask.ifPresentOrElse(
        m -> builder.store(buffer, at, stored, m), () -> builder.store(buffer, at, stored));
    payloads.setValue(new Payload.Load(expr.output(), expr.write()), stored);
  }

  /// A reduction whose results run along the vector axis: one vector of results at a time, the
  /// reduction axes inside.
  private void reduceAcross(TensorExpr expr, List<Axis> inner, Axis vector, int lanes) {
    along(
        vector,
        lanes,
        mask -> {
          Type type = accumulator(expr).withLanes(lanes);
          Expr.Variable partial = builder.declare("acc", Combine.identity(expr.combiner(), type));
          PayloadEmitter.Lanes run = new PayloadEmitter.Lanes(vector.name(), lanes, mask);
          nest(
              inner,
              () -> {
                payloads.startPoint(run);
                Expr value = broadcast(payloads.emit(expr.payload()), lanes);
                accumulate(expr, partial, value, Optional.empty());
              });
          payloads.startPoint(run);
          store(expr, partial, mask);
        });
  }

  private interface Body {
    void at(Optional<Expr> mask);
  }

  /// Runs `body` at every `lanes`-th point of `axis`, the last time with a mask if lanes are left
  /// over.
  private void along(Axis axis, int lanes, Body body) {
    Expr extent = block.dim(axis.extent());
    Expr rest = lanes == 1 ? index(0) : builder.let("rest", remainder(extent, index(lanes)));
    Expr whole = builder.let("whole", subtract(extent, rest));
    builder.forLoop(
        "j",
        index(0),
        whole,
        lanes,
        value -> {
          block.setAxis(axis.name(), value);
          point(axis, lanes, Optional.empty(), body);
        });
    boolean divides = rest.equals(index(0));
    if (!divides) {
      builder.ifThen(
          less(index(0), rest),
          () -> {
            block.setAxis(axis.name(), whole);
            Expr lane = iota(new Type(ElementType.INT32, lanes));
            Expr count = convert(ElementType.INT32, rest);
            Expr mask = builder.bind("mask", less(lane, broadcast(count, lanes)));
            point(axis, lanes, Optional.of(mask), body);
          });
    }
  }

  private void point(Axis axis, int lanes, Optional<Expr> mask, Body body) {
    payloads.startPoint(new PayloadEmitter.Lanes(axis.name(), lanes, mask));
    body.at(mask);
  }

  /// Halves accumulate in f32; everything else in the type of its payload.
  private Type accumulator(TensorExpr expr) {
    ElementType type = Payloads.type(expr.payload(), memory::type);
    boolean half = type == ElementType.FLOAT16 || type == ElementType.BFLOAT16;
    return Type.scalar(half ? ElementType.FLOAT32 : type);
  }
}
