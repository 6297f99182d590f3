package dev.certosina.compiler.kernel.lower.nest;

import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.equal;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.invoke;

import dev.certosina.compiler.affine.NormalForm;
import dev.certosina.compiler.kernel.IntrinsicTypes;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelPrinter;
import dev.certosina.compiler.kernel.lower.nest.BlockShape.Placed;
import dev.certosina.compiler.kernel.lower.nest.FormEmitter.FormGuard;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/// Writes a block as an internal kernel: sums in registers, the reduction loops, and inside them
/// the unrolled instructions.
///
/// Parameters: for each operand its buffer and extent; the base of each indexed operand; the outer
/// loops that are needed; where sums return to memory, 1 if there are sums to go on from.
final class BlockEmitter {
  private final BlockShape shape;
  private final NestPlan plan;
  private final KernelBuilder builder = new KernelBuilder("nest", Linkage.INTERNAL);
  private final TileAccess tiles;
  private final Map<String, Expr> variables = new LinkedHashMap<>();
  private final Map<String, Expr> bases = new HashMap<>();
  private final List<Map<String, Long>> points;
  private final List<Expr.Variable> sums = new ArrayList<>();

  /// A tile that was loaded.
  private record Tile(String buffer, NormalForm address, List<FormGuard> guards) {}

  private BlockEmitter(BlockShape shape) {
    this.shape = shape;
    this.plan = shape.plan();
    this.tiles = new TileAccess(builder, shape.forms());
    this.points = shape.points();
  }

  static final String RESUMES = "resumes";

  static String baseOf(OperandPlan operand) {
    return operand.buffer() + "_base";
  }

  static String extentOf(OperandPlan operand) {
    return operand.buffer() + "_extent";
  }

  static Kernel build(BlockShape shape) {
    return new BlockEmitter(shape).build();
  }

  private Kernel build() {
    declareParameters();
    declareSums();
    reduce(0, Map.of(), new HashMap<>());
    storeSums();
    Kernel kernel = builder.build();
    byte[] text = KernelPrinter.print(kernel).getBytes(StandardCharsets.UTF_8);
    String digest = UUID.nameUUIDFromBytes(text).toString().replace("-", "");
    String name =
        "nest_%s_%dx%d".formatted(digest, points.size(), shape.destination().plan().lanes());
    return new Kernel(name, kernel.linkage(), kernel.parameters(), kernel.body());
  }

  private void declareParameters() {
    shape.sources().forEach(source -> declareOperand(source, Access.READ));
    declareOperand(shape.destination(), plan.written());
    int number = 0;
    for (String loop : shape.outerVariables()) {
      variables.put(loop, builder.scalar("outer" + number++));
    }
    if (plan.loops().hasOuterReduction()) {
      builder.scalar(RESUMES);
    }
  }

  private void declareOperand(Placed operand, Access access) {
    OperandPlan own = operand.plan();
    builder.buffer(own.buffer(), own.type(), access, extentOf(own));
    builder.scalar(extentOf(own));
    bases.put(own.buffer(), operand.indexed() ? builder.scalar(baseOf(own)) : index(0));
  }

  private void declareSums() {
    Type type = IntrinsicTypes.result(plan.intrinsic());
    Expr identity = Lanes.identity(type, plan.accumulation());
    points.forEach(_ -> sums.add(builder.declare("sum", identity)));
    if (plan.loops().hasOuterReduction()) {
      Expr resumes = new Expr.Variable(RESUMES, Type.INDEX);
      builder.ifThen(equal(resumes, index(1)), this::loadSums);
    }
  }

  private void loadSums() {
    Lanes lanes = new Lanes(builder);
    int parts = IntrinsicTypes.partialSums(plan.intrinsic());
    for (int i = 0; i < points.size(); i++) {
      Expr stored = tiles.loadSums(access(shape.destination(), points.get(i), Map.of()));
      builder.assign(sums.get(i), lanes.unfold(stored, parts, plan.accumulation()));
    }
  }

  private void storeSums() {
    Lanes lanes = new Lanes(builder);
    int parts = IntrinsicTypes.partialSums(plan.intrinsic());
    for (int i = 0; i < points.size(); i++) {
      Expr value = lanes.fold(sums.get(i), parts, plan.accumulation());
      tiles.storeTile(access(shape.destination(), points.get(i), Map.of()), value);
    }
  }

  /// @param fixed values of unrolled loops
  /// @param loaded tiles that are in registers here
  private void reduce(int depth, Map<String, Long> fixed, Map<Tile, Expr> loaded) {
    List<Loop> loops = shape.reduction().loops();
    if (depth == loops.size()) {
      step(fixed, loaded);
      return;
    }
    Loop loop = loops.get(depth);
    if (shape.reduction().isUnrolled(loop)) {
      for (long value = 0; value < loop.extent(); value++) {
        Map<String, Long> more = new LinkedHashMap<>(fixed);
        more.put(loop.name(), value);
        reduce(depth + 1, more, loaded);
      }
      return;
    }
    builder.forLoop(
        "r",
        index(0),
        index(loop.extent()),
        1,
        variable -> {
          variables.put(loop.name(), variable);
          if (depth == loops.size() - 1 && plan.schedule().prefetch() > 0) {
            prefetch(loop, fixed);
          }
          reduce(depth + 1, fixed, new HashMap<>(loaded));
        });
  }

  private void step(Map<String, Long> fixed, Map<Tile, Expr> loaded) {
    for (int i = 0; i < points.size(); i++) {
      List<Expr> sources = new ArrayList<>();
      for (Placed source : shape.sources()) {
        TileAccess.Access access = access(source, points.get(i), fixed);
        Tile tile = new Tile(access.buffer(), access.address(), access.guards());
        Expr value = loaded.get(tile);
        if (value == null) {
          value = tiles.loadTile(access);
          loaded.put(tile, value);
        }
        sources.add(value);
      }
      builder.assign(sums.get(i), invoke(plan.intrinsic(), sums.get(i), sources));
    }
  }

  private TileAccess.Access access(
      Placed operand, Map<String, Long> point, Map<String, Long> fixed) {
    NormalForm address = shape.at(operand.address(), point, fixed).minus(operand.base());
    List<FormGuard> guards =
        operand.guards().stream()
            .map(guard ->
                new FormGuard(shape.at(guard.value(), point, fixed), guard.bound(), guard.fill()))
            .filter(guard -> !shape.forms().range(guard.value()).isWithin(0, guard.bound()))
            .toList();
    Expr base = Objects.requireNonNull(bases.get(operand.plan().buffer()));
    return new TileAccess.Access(operand.plan(), address, base, guards, this::value);
  }

  private Expr value(String variable) {
    return Objects.requireNonNull(variables.get(variable), variable);
  }

  /// Fetches the vectors that the loop reads some iterations ahead; single elements follow each
  /// other in memory and are found by the processor itself.
  private void prefetch(Loop loop, Map<String, Long> fixed) {
    long ahead = plan.schedule().prefetch();
    List<Tile> fetched = new ArrayList<>();
    FormEmitter emitter = new FormEmitter(shape.forms());
    for (Placed source : shape.sources()) {
      if (source.plan().lanes() == 1 || !source.guards().isEmpty()) {
        continue;
      }
      Map<String, Long> later = new LinkedHashMap<>(fixed);
      source.plan().laneVariables().forEach(lane -> later.put(lane.name(), 0L));
      for (Map<String, Long> point : points) {
        NormalForm address = shape.at(source.address(), point, later).minus(source.base());
        Tile tile = new Tile(source.plan().buffer(), address, List.of());
        if (address.coefficient(loop.name()) != 0 && !fetched.contains(tile)) {
          fetched.add(tile);
          NormalForm moved = address.plus(ahead * address.coefficient(loop.name()));
          Expr base = Objects.requireNonNull(bases.get(source.plan().buffer()));
          builder.prefetch(source.plan().buffer(), add(emitter.scalar(moved, this::value), base));
        }
      }
    }
  }
}
