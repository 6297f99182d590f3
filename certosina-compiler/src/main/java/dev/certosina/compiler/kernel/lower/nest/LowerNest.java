package dev.certosina.compiler.kernel.lower.nest;

import static dev.certosina.compiler.kernel.KernelBuilder.bufferArgument;
import static dev.certosina.compiler.kernel.KernelBuilder.scalarArgument;
import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.and;
import static dev.certosina.compiler.kernel.KernelExprs.convert;
import static dev.certosina.compiler.kernel.KernelExprs.coordinate;
import static dev.certosina.compiler.kernel.KernelExprs.divide;
import static dev.certosina.compiler.kernel.KernelExprs.equal;
import static dev.certosina.compiler.kernel.KernelExprs.greaterOrEqual;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.less;
import static dev.certosina.compiler.kernel.KernelExprs.min;
import static dev.certosina.compiler.kernel.KernelExprs.multiply;
import static dev.certosina.compiler.kernel.KernelExprs.not;
import static dev.certosina.compiler.kernel.KernelExprs.remainder;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.NormalForm;
import dev.certosina.compiler.affine.NormalForms;
import dev.certosina.compiler.affine.NormalForms.Range;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.CallArgument;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.lower.LoweredStage;
import dev.certosina.compiler.kernel.lower.nest.BlockShape.Placed;
import dev.certosina.compiler.kernel.lower.nest.FormEmitter.FormGuard;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.schedule.Place;
import dev.certosina.compiler.schedule.Stage;
import dev.certosina.compiler.schedule.nest.Blocks;
import dev.certosina.compiler.schedule.nest.NestLoops;
import dev.certosina.compiler.schedule.nest.NestLoops.Outer;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Lowers a mapped instruction under a nest schedule.
///
/// The entry kernel walks tasks and blocks; each block is one call of an internal kernel made for
/// its size. Where guards exist, blocks that lie inside every bound take a kernel without them.
public final class LowerNest {
  private final NestPlan plan;
  private final KernelBuilder builder = new KernelBuilder("nest", Linkage.ENTRY);
  private final FormEmitter emitter;
  private final Map<String, Kernel> helpers = new LinkedHashMap<>();

  /// Where each spatial loop's block starts, and the values of outer reduction loops.
  private final Map<String, Expr> variables = new LinkedHashMap<>();

  /// The number of the current block of each loop whose blocks have two sizes.
  private final Map<String, Expr> blockNumbers = new LinkedHashMap<>();

  private LowerNest(NestPlan plan) {
    this.plan = plan;
    this.emitter = new FormEmitter(plan.forms());
  }

  /// @param places where the tensors of the stage live
  public static LoweredStage lower(
      Stage.Nest stage, Memory memory, Map<String, Place> places, Target target) {
    NestArguments arguments = new NestArguments(memory, places);
    NormalForms forms = OperandPlan.forms(stage.mapping());
    List<OperandPlan> operands = new ArrayList<>();
    for (int i = 0; i < stage.tensors().size(); i++) {
      String tensor = stage.tensors().get(i);
      String parameter = arguments.parameter(tensor);
      operands.add(OperandPlan.of(stage.mapping(), i, parameter, memory.type(tensor), forms));
    }
    NestLoops loops = NestLoops.of(stage.mapping(), stage.schedule());
    NestPlan plan =
        new NestPlan(
            stage.mapping(), stage.schedule(), loops, forms, operands, target.vectorBytes());
    return new LowerNest(plan).lower(stage, memory, arguments);
  }

  private LoweredStage lower(Stage.Nest stage, Memory memory, NestArguments arguments) {
    String output = stage.tensors().getLast();
    arguments.declare(builder, tensor -> tensor.equals(output) ? plan.written() : Access.READ);
    Expr row = coordinate(Coordinate.ROW);
    builder.forLoop("task", row, add(row, coordinate(Coordinate.ROWS)), 1, this::task);
    long tasks = plan.loops().taskCount();
    Cost cost = Cost.of(stage, memory);
    return new LoweredStage(
        builder.build(),
        List.copyOf(helpers.values()),
        arguments.words(),
        Dims.constant(1),
        1,
        Dims.constant(Math.ceilDiv(cost.flops(), tasks)),
        Dims.constant(Math.ceilDiv(cost.bytes(), tasks)),
        Dims.constant(0));
  }

  /// @param bytes of all operands
  private record Cost(long flops, long bytes) {
    static Cost of(Stage.Nest stage, Memory memory) {
      long lanes =
          stage.mapping().tiles().stream()
              .mapToLong(tile -> tile.size())
              .reduce(1, Math::multiplyExact);
      long bytes = 0;
      for (String tensor : stage.tensors()) {
        long elements = Dims.constantValue(memory.elements(tensor)).orElseThrow();
        bytes += elements * memory.type(tensor).byteSize();
      }
      return new Cost(2 * stage.mapping().calls() * lanes, bytes);
    }
  }

  private void task(Expr task) {
    Expr rest = task;
    List<Outer> tasks = plan.loops().tasks();
    for (int i = tasks.size() - 1; i >= 0; i--) {
      Outer loop = tasks.get(i);
      Expr count = index(loop.count());
      enter(loop, i == 0 ? rest : builder.let("block", remainder(rest, count)));
      rest = i == 0 ? rest : builder.let("rest", divide(rest, count));
    }
    walk(0);
  }

  private void walk(int depth) {
    List<Outer> outer = plan.loops().outer();
    if (depth == outer.size()) {
      List<String> loops = List.copyOf(plan.loops().spatial().keySet());
      dispatch(loops, 0, new LinkedHashMap<>());
      return;
    }
    Outer loop = outer.get(depth);
    builder.forLoop(
        "block",
        index(0),
        index(loop.count()),
        1,
        number -> {
          enter(loop, number);
          walk(depth + 1);
        });
  }

  /// Gives a loop its block: `number * small + min(number, larger)` is where it starts.
  private void enter(Outer loop, Expr number) {
    if (loop.kind() == AxisKind.REDUCTION) {
      variables.put(loop.loop(), number);
      return;
    }
    Blocks blocks = Objects.requireNonNull(plan.loops().spatial().get(loop.loop()));
    blockNumbers.put(loop.loop(), number);
    Expr start = multiply(number, index(blocks.small()));
    if (blocks.larger() > 0) {
      start = add(start, min(number, index(blocks.larger())));
    }
    variables.put(loop.loop(), builder.let("start", start));
  }

  /// Settles the size of each loop's block, then calls the kernel for these sizes.
  private void dispatch(List<String> loops, int position, Map<String, Long> sizes) {
    if (position == loops.size()) {
      callBlock(sizes);
      return;
    }
    String loop = loops.get(position);
    Blocks blocks = Objects.requireNonNull(plan.loops().spatial().get(loop));
    List<Long> possible = blocks.sizes();
    if (possible.size() == 1) {
      dispatch(loops, position + 1, with(sizes, loop, possible.getFirst()));
      return;
    }
    Expr number = Objects.requireNonNull(blockNumbers.get(loop));
    builder.ifThenElse(
        less(number, index(blocks.larger())),
        () -> dispatch(loops, position + 1, with(sizes, loop, possible.getFirst())),
        () -> dispatch(loops, position + 1, with(sizes, loop, possible.getLast())));
  }

  private static Map<String, Long> with(Map<String, Long> sizes, String loop, long size) {
    Map<String, Long> more = new LinkedHashMap<>(sizes);
    more.put(loop, size);
    return more;
  }

  private void callBlock(Map<String, Long> sizes) {
    BlockShape plain = new BlockShape(plan, sizes, false);
    boolean possible = true;
    Optional<Expr> inside = Optional.empty();
    for (FormGuard guard : guards()) {
      Range reach = plain.insideRange(guard.value());
      NormalForm steady = plain.steadyPart(guard.value());
      Range start = plan.forms().range(steady);
      possible &= start.max() + reach.min() >= 0 && start.min() + reach.max() < guard.bound();
      inside = both(inside, holds(guard, steady, start, reach));
    }
    if (!possible) {
      call(new BlockShape(plan, sizes, true));
    } else if (inside.isEmpty()) {
      call(plain);
    } else {
      builder.ifThenElse(
          inside.get(), () -> call(plain), () -> call(new BlockShape(plan, sizes, true)));
    }
  }

  private List<FormGuard> guards() {
    return plan.operands().stream()
        .flatMap(operand -> operand.guards().stream())
        .map(guard -> new FormGuard(guard.value(), guard.bound(), 0))
        .distinct()
        .toList();
  }

  /// Whether a guard holds at every point of the block; empty if it always does.
  private Optional<Expr> holds(FormGuard guard, NormalForm steady, Range start, Range reach) {
    Expr value = emitter.scalar(steady, this::variable);
    Optional<Expr> above =
        start.min() + reach.min() < 0
            ? Optional.of(greaterOrEqual(value, index(-reach.min())))
            : Optional.empty();
    Optional<Expr> below =
        start.max() + reach.max() >= guard.bound()
            ? Optional.of(less(value, index(guard.bound() - reach.max())))
            : Optional.empty();
    return both(above, below);
  }

  private static Optional<Expr> both(Optional<Expr> first, Optional<Expr> second) {
    if (first.isEmpty() || second.isEmpty()) {
      return first.isEmpty() ? second : first;
    }
    return Optional.of(and(first.get(), second.get()));
  }

  /// A loop that is not walked is at its start.
  private Expr variable(String loop) {
    return variables.getOrDefault(loop, index(0));
  }

  private void call(BlockShape shape) {
    Kernel kernel = BlockEmitter.build(shape);
    helpers.putIfAbsent(kernel.name(), kernel);
    List<CallArgument> arguments = new ArrayList<>();
    for (Placed operand : shape.operands()) {
      OperandPlan own = operand.plan();
      Expr base = builder.let("base", emitter.scalar(operand.base(), this::variable));
      Expr extent = new Expr.Variable(NestArguments.extentOf(own.buffer()), Type.INDEX);
      arguments.add(bufferArgument(own.buffer(), operand.indexed() ? index(0) : base));
      arguments.add(scalarArgument(operand.indexed() ? extent : subtract(extent, base)));
      if (operand.indexed()) {
        arguments.add(scalarArgument(base));
      }
    }
    shape.outerVariables().forEach(loop -> arguments.add(scalarArgument(variable(loop))));
    if (plan.loops().hasOuterReduction()) {
      arguments.add(scalarArgument(resumes()));
    }
    builder.call(kernel.name(), arguments);
  }

  /// 0 in the first iteration of all outer reduction loops, else 1.
  private Expr resumes() {
    Expr sum = index(0);
    for (Outer loop : plan.loops().outer()) {
      if (loop.kind() == AxisKind.REDUCTION) {
        sum = add(sum, variable(loop.loop()));
      }
    }
    return convert(ElementType.INT64, not(equal(sum, index(0))));
  }
}
