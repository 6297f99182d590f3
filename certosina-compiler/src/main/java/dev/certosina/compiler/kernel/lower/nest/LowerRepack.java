package dev.certosina.compiler.kernel.lower.nest;

import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.coordinate;
import static dev.certosina.compiler.kernel.KernelExprs.divide;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.load;
import static dev.certosina.compiler.kernel.KernelExprs.max;
import static dev.certosina.compiler.kernel.KernelExprs.min;
import static dev.certosina.compiler.kernel.KernelExprs.multiply;
import static dev.certosina.compiler.kernel.KernelExprs.remainder;
import static dev.certosina.compiler.kernel.KernelExprs.select;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.NormalForm;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.lower.LoweredStage;
import dev.certosina.compiler.kernel.lower.nest.FormEmitter.FormGuard;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.schedule.Place;
import dev.certosina.compiler.schedule.Stage;
import dev.certosina.compiler.schedule.nest.CopyWalk;
import dev.certosina.compiler.target.Target;
import dev.certosina.runtime.dim.Dims;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Lowers the filling of a copy, or the way back, to one run per row.
///
/// Where the tensor advances evenly along a run, guards become the ends of the part that is copied;
/// otherwise each element is tested.
public final class LowerRepack {
  private static final String TENSOR = "p0";
  private static final String COPY = "p1";

  private final Stage.Repack stage;
  private final CopyWalk walk;
  private final ElementType type;
  private final int lanes;
  private final FormEmitter emitter;
  private final KernelBuilder builder = new KernelBuilder("repack", Linkage.ENTRY);
  private final Map<String, Expr> variables = new HashMap<>();

  private LowerRepack(Stage.Repack stage, Memory memory, Target target) {
    this.stage = stage;
    this.walk = CopyWalk.of(stage.copy());
    this.type = memory.type(stage.tensor());
    this.lanes = target.lanes(type.byteSize());
    this.emitter = new FormEmitter(walk.forms());
  }

  /// @param places where the tensors of the stage live
  public static LoweredStage lower(
      Stage.Repack stage, Memory memory, Map<String, Place> places, Target target) {
    return new LowerRepack(stage, memory, target).lower(new NestArguments(memory, places));
  }

  private LoweredStage lower(NestArguments arguments) {
    arguments.parameter(stage.tensor());
    arguments.parameter(stage.copied());
    String written = stage.back() ? stage.tensor() : stage.copied();
    arguments.declare(builder, tensor -> tensor.equals(written) ? Access.WRITE : Access.READ);
    Expr first = coordinate(Coordinate.ROW);
    builder.forLoop("row", first, add(first, coordinate(Coordinate.ROWS)), 1, this::row);
    long bytes = 2 * walk.run().extent() * type.byteSize();
    return new LoweredStage(
        builder.build(),
        List.of(),
        arguments.words(),
        Dims.constant(1),
        1,
        Dims.constant(0),
        Dims.constant(bytes),
        Dims.constant(0));
  }

  private void row(Expr row) {
    Expr rest = row;
    for (int i = walk.rows().size() - 1; i >= 0; i--) {
      Loop loop = walk.rows().get(i);
      Expr extent = index(loop.extent());
      variables.put(loop.name(), i == 0 ? rest : builder.let("at", remainder(rest, extent)));
      rest = i == 0 ? rest : builder.let("rest", divide(rest, extent));
    }
    Expr start = builder.let("start", multiply(row, index(walk.run().extent())));
    if (isEven()) {
      evenRun(start);
    } else {
      elements(start);
    }
  }

  private boolean isEven() {
    String run = walk.run().name();
    return walk.source().isLinearIn(run)
        && walk.guards().stream().map(CopyWalk.Bound::fill).distinct().count() <= 1
        && walk.guards().stream()
            .allMatch(guard ->
                !guard.value().uses(run)
                    || (guard.value().isLinearIn(run) && guard.value().coefficient(run) == 1));
  }

  private Expr value(String variable) {
    return Objects.requireNonNull(variables.get(variable), variable);
  }

  /// Copies elements `low` to `high`, and fills what lies before and after them.
  private void evenRun(Expr start) {
    String run = walk.run().name();
    Expr extent = index(walk.run().extent());
    Expr low = index(0);
    Expr high = extent;
    List<FormGuard> uniform = guards(guard -> !guard.value().uses(run));
    for (FormGuard guard : guards(guard -> guard.value().uses(run))) {
      NormalForm rest = guard.value().minus(NormalForm.variable(run));
      Expr offset = builder.let("offset", emitter.scalar(rest, this::value));
      low = max(low, subtract(index(0), offset));
      high = min(high, subtract(index(guard.bound()), offset));
    }
    Optional<Expr> reaches = emitter.condition(uniform, this::value);
    if (reaches.isPresent()) {
      high = select(reaches.get(), high, index(0));
    }
    Expr from = walk.guards().isEmpty() ? low : builder.bind("low", min(low, extent));
    Expr to = walk.guards().isEmpty() ? high : builder.bind("high", max(high, from));
    copyRun(start, from, to);
    if (!stage.back() && !walk.guards().isEmpty()) {
      fillRun(start, index(0), from);
      fillRun(start, to, extent);
    }
  }

  private List<FormGuard> guards(java.util.function.Predicate<CopyWalk.Bound> kept) {
    return walk.guards().stream()
        .filter(kept)
        .map(guard -> new FormGuard(guard.value(), guard.bound(), guard.fill()))
        .toList();
  }

  private void copyRun(Expr start, Expr from, Expr to) {
    String run = walk.run().name();
    long stride = walk.source().coefficient(run);
    NormalForm rest = walk.source().minus(NormalForm.variable(run).times(stride));
    Expr base = builder.let("base", emitter.scalar(rest, this::value));
    if (stride != 1) {
      builder.forLoop(
          "i", from, to, 1, i -> move(add(base, multiply(i, index(stride))), add(start, i), 1));
      return;
    }
    vectors(from, to, (i, width) -> move(add(base, i), add(start, i), width));
  }

  private void move(Expr inTensor, Expr inCopy, int width) {
    Type vector = new Type(type, width);
    if (stage.back()) {
      builder.store(TENSOR, inTensor, load(COPY, vector, inCopy));
    } else {
      builder.store(COPY, inCopy, load(TENSOR, vector, inTensor));
    }
  }

  private void fillRun(Expr start, Expr from, Expr to) {
    double fill = walk.guards().getFirst().fill();
    vectors(
        from,
        to,
        (i, width) -> builder.store(COPY, add(start, i), Lanes.fill(new Type(type, width), fill)));
  }

  /// Whole vectors, then single elements.
  private void vectors(Expr from, Expr to, BiConsumer<Expr, Integer> body) {
    Expr count = subtract(to, from);
    Expr whole =
        builder.let("whole", add(from, multiply(divide(count, index(lanes)), index(lanes))));
    if (!isShort()) {
      builder.forLoop("i", from, whole, lanes, i -> body.accept(i, lanes));
    }
    builder.forLoop("i", isShort() ? from : whole, to, 1, i -> body.accept(i, 1));
  }

  private boolean isShort() {
    return walk.run().extent() < lanes;
  }

  private void elements(Expr start) {
    builder.forLoop(
        "i",
        index(0),
        index(walk.run().extent()),
        1,
        i -> {
          variables.put(walk.run().name(), i);
          element(add(start, i));
        });
  }

  private void element(Expr inCopy) {
    Expr inTensor = builder.let("from", emitter.scalar(walk.source(), this::value));
    List<FormGuard> all = guards(_ -> true);
    Optional<Expr> inside = emitter.condition(all, this::value);
    if (inside.isEmpty()) {
      move(inTensor, inCopy, 1);
      return;
    }
    builder.ifThenElse(
        inside.get(),
        () -> move(inTensor, inCopy, 1),
        () -> {
          if (!stage.back()) {
            builder.store(COPY, inCopy, fill(all));
          }
        });
  }

  private Expr fill(List<FormGuard> guards) {
    Type scalar = Type.scalar(type);
    Expr value = Lanes.fill(scalar, guards.getLast().fill());
    for (int i = guards.size() - 2; i >= 0; i--) {
      Expr own = Lanes.fill(scalar, guards.get(i).fill());
      Expr holds = emitter.condition(List.of(guards.get(i)), this::value).orElseThrow();
      value = own.equals(value) ? value : select(holds, value, own);
    }
    return value;
  }
}
