package dev.certosina.compiler.kernel.lower;

import static dev.certosina.compiler.kernel.KernelExprs.binary;
import static dev.certosina.compiler.kernel.KernelExprs.broadcast;
import static dev.certosina.compiler.kernel.KernelExprs.convert;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.less;
import static dev.certosina.compiler.kernel.KernelExprs.reduce;
import static dev.certosina.compiler.kernel.KernelExprs.select;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelExprs;
import dev.certosina.compiler.kernel.KernelTypes;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.schedule.Place;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.Scan;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
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
/// vector axis keep one partial result per lane of one or several vectors ([PartialResults]) and
/// halve them at the end, so the order depends on the expressions, the extent and the vector width
/// alone.
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
    Optional<Scan> scan = pass.scan();
    if (scan.isPresent()) {
      emitScan(pass, scan.get());
      return;
    }
    hoist(pass, pass.exprs());
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

  private void emitScan(Pass pass, Scan scan) {
    TensorExpr values = scan.values();
    hoist(pass, List.of(values));
    int lanes = Vectorizable.test(values, scan.along().name(), memory) ? vectorLanes : 1;
    var emitter = new ScanEmitter(builder, payloads, loop(lanes), lanes, this::store);
    nest(pass.outer(), () -> emitter.emit(scan, accumulator(values)));
    payloads.endLoop();
  }

  private VectorLoop loop(int lanes) {
    return new VectorLoop(builder, block, payloads, lanes);
  }

  private void hoist(Pass pass, List<TensorExpr> exprs) {
    List<Axis> axes =
        Stream.of(pass.outer(), pass.inner(), pass.vector()).flatMap(List::stream).toList();
    Set<String> names = new HashSet<>();
    axes.forEach(axis -> names.add(axis.name()));
    Optional<Expr> nonEmpty = nonEmpty(axes);
    Set<String> computed = new HashSet<>();
    for (TensorExpr expr : exprs) {
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
    int copies = lanes == 1 ? 1 : PartialResults.vectors(pass);
    Map<TensorExpr, List<Expr.Variable>> partial = new HashMap<>();
    for (TensorExpr expr : pass.exprs()) {
      if (expr.combiner() != Combiner.NONE) {
        Type type = accumulator(expr).withLanes(lanes);
        Expr identity = Combine.identity(expr.combiner(), type);
        partial.put(
            expr, Stream.generate(() -> builder.declare("acc", identity)).limit(copies).toList());
      }
    }
    nest(
        pass.inner(),
        () ->
            loop(lanes)
                .along(
                    vector.name(),
                    Dims.constant(0),
                    vector.extent(),
                    copies,
                    (copy, mask) -> evaluate(pass.exprs(), partial, copy, lanes, mask)));
    payloads.endLoop();
    for (TensorExpr expr : pass.exprs()) {
      if (partial.containsKey(expr)) {
        BinaryOperator operator = Combine.operator(expr.combiner());
        finishScalar(expr, reduce(operator, halved(operator, partial.get(expr))));
      }
    }
  }

  /// Neighbours combined, until one is left.
  private static Expr halved(BinaryOperator operator, List<? extends Expr> vectors) {
    List<Expr> level = List.copyOf(vectors);
    while (level.size() > 1) {
      List<Expr> next = new ArrayList<>();
      for (int i = 0; i < level.size(); i += 2) {
        next.add(binary(operator, level.get(i), level.get(i + 1)));
      }
      level = next;
    }
    return level.getFirst();
  }

  private void evaluate(
      List<TensorExpr> exprs,
      Map<TensorExpr, List<Expr.Variable>> partial,
      int copy,
      int lanes,
      Optional<Expr> mask) {
    for (TensorExpr expr : exprs) {
      Expr value = payloads.emit(expr.payload());
      if (partial.containsKey(expr)) {
        accumulate(expr, partial.get(expr).get(copy), broadcast(value, lanes), mask);
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
    loop(lanes)
        .along(
            vector.name(),
            vector.extent(),
            (_, mask) -> {
              Type type = accumulator(expr).withLanes(lanes);
              Expr.Variable partial =
                  builder.declare("acc", Combine.identity(expr.combiner(), type));
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

  /// Halves accumulate in f32; everything else in the type of its payload.
  private Type accumulator(TensorExpr expr) {
    ElementType type = Payloads.type(expr.payload(), memory::type);
    boolean half = type == ElementType.FLOAT16 || type == ElementType.BFLOAT16;
    return Type.scalar(half ? ElementType.FLOAT32 : type);
  }
}
