package dev.certosina.compiler.schedule;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.mapping.Contraction;
import dev.certosina.compiler.schedule.FormGroups.OpenGroup;
import dev.certosina.compiler.schedule.Stage.ColumnSource;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Turns groups of expressions into stages over linear addresses, and decides for each product how
/// its right operand is read: packed ahead of time (weights), in place, or packed by a group of its
/// own that runs just before.
final class BuildStages {
  private static final Axis SINGLE_ROW = new Axis("row", Dims.constant(1), AxisKind.PARALLEL);

  /// Expressions of one kernel: code generation takes more than twice as long for twice as many.
  private static final int MOST_EXPRESSIONS = 64;

  private final Memory memory;
  private final Set<String> constants = new HashSet<>();
  private final Map<String, NestChoice> choices;
  private final BuildNest nests;
  private final List<TaskGroup> groups = new ArrayList<>();
  private final Map<String, PackedWeight> packed = new LinkedHashMap<>();

  BuildStages(TensorProgram program, Memory memory, Map<String, NestChoice> choices) {
    this.memory = memory;
    this.choices = choices;
    program.constants().forEach(constant -> constants.add(constant.tensor()));
    this.nests = new BuildNest(memory, constants);
  }

  List<CopiedWeight> copied() {
    return nests.copied();
  }

  List<TaskGroup> groups() {
    return groups;
  }

  List<PackedWeight> packed() {
    return List.copyOf(packed.values());
  }

  void add(OpenGroup group) {
    NestChoice choice = choices.get(group.operations().getFirst().expr().name());
    if (choice != null) {
      groups.addAll(nests.groups(choice));
      return;
    }
    List<Stage> stages = new ArrayList<>();
    List<TensorExpr> rows = new ArrayList<>();
    for (Operation operation : group.operations()) {
      if (operation.product().isEmpty()) {
        if (rows.size() == MOST_EXPRESSIONS) {
          closeRows(rows, stages);
        }
        rows.add(memory.linearize(operation.expr()));
        continue;
      }
      closeRows(rows, stages);
      stages.add(product(operation.product().get(), operation.initial()));
    }
    closeRows(rows, stages);
    groups.add(merged(group, stages));
  }

  private static void closeRows(List<TensorExpr> rows, List<Stage> stages) {
    if (!rows.isEmpty()) {
      stages.add(new Stage.Rows(rows));
      rows.clear();
    }
  }

  private Stage product(Contraction parts, Optional<Load> initial) {
    Optional<Load> linear = initial.map(load -> (Load) memory.linearize(load));
    return new Stage.Product(parts, linear, columns(parts));
  }

  private ColumnSource columns(Contraction parts) {
    Load b = parts.b();
    IndexExpr address = b.coordinates().getFirst();
    List<Axis> batch = parts.batch().stream().filter(axis -> address.uses(axis.name())).toList();
    boolean fixed =
        Dims.isConstant(parts.n().extent())
            && Dims.isConstant(parts.k().extent())
            && batch.stream().allMatch(axis -> Dims.isConstant(axis.extent()));
    if (constants.contains(b.tensor()) && fixed && address.offset().equals(Dims.constant(0))) {
      return packAhead(b, address, batch, parts);
    }
    boolean neighbours = address.coefficient(parts.n().name()).equals(Dims.constant(1));
    Dim depth = address.coefficient(parts.k().name());
    boolean forward = depth.equals(Dims.constant(0)) || !Dims.isAtMost(depth, Dims.constant(0));
    if (neighbours
        && forward
        && Dims.isMultiple(parts.n().extent(), Dims.constant(PackedWeight.SLICE))) {
      return inPlace(b, address, parts);
    }
    return packBefore(b, batch, parts);
  }

  private ColumnSource packAhead(Load b, IndexExpr address, List<Axis> batch, Contraction parts) {
    String name = b.tensor() + "@panels" + signature(address, batch, parts);
    packed.putIfAbsent(
        name, new PackedWeight(name, b.tensor(), address, batch, parts.n(), parts.k()));
    return panels(name, batch, parts);
  }

  /// Distinguishes different layouts of one source.
  private static String signature(IndexExpr address, List<Axis> batch, Contraction parts) {
    StringBuilder text = new StringBuilder();
    for (Axis axis : batch) {
      text.append(extentAndStride(axis, address)).append(',');
    }
    return text.append(extentAndStride(parts.k(), address))
        .append(',')
        .append(extentAndStride(parts.n(), address))
        .toString();
  }

  private static String extentAndStride(Axis axis, IndexExpr address) {
    return Dims.print(axis.extent()) + ":" + Dims.print(address.coefficient(axis.name()));
  }

  private static ColumnSource inPlace(Load b, IndexExpr address, Contraction parts) {
    Set<String> inner = Set.of(parts.n().name(), parts.k().name());
    IndexExpr base =
        address.substitute(
            axis -> inner.contains(axis) ? IndexExpr.constant(0) : IndexExpr.axis(axis));
    return new ColumnSource(
        b.tensor(),
        base,
        Dims.constant(PackedWeight.PANEL),
        Optional.of(address.coefficient(parts.k().name())));
  }

  private ColumnSource packBefore(Load b, List<Axis> batch, Contraction parts) {
    String target = parts.expr().name() + "@panels";
    Dim sliceCount = Dims.ceilDiv(parts.n().extent(), Dims.constant(PackedWeight.SLICE));
    List<Dim> shape = new ArrayList<>(batch.stream().map(Axis::extent).toList());
    shape.addAll(List.of(sliceCount, parts.k().extent(), Dims.constant(PackedWeight.SLICE)));
    memory.declare(new Tensor(target, ElementType.FLOAT32, shape));
    Dim slices = Dims.multiply(sliceCount, runs(parts, batch));
    Axis slice = new Axis("slice", slices, AxisKind.PARALLEL);
    Stage pack = new Stage.Pack(target, b, parts.n(), parts.k());
    groups.add(new TaskGroup("pack " + target, batch, slice, List.of(pack)));
    return panels(target, batch, parts);
  }

  /// 0 where the product has no rows and the operand, for that reason, no elements; else 1.
  private Dim runs(Contraction parts, List<Axis> batch) {
    List<Dim> rows = new ArrayList<>();
    parts.m().forEach(axis -> rows.add(axis.extent()));
    parts.batch().stream()
        .filter(axis -> !batch.contains(axis))
        .forEach(axis -> rows.add(axis.extent()));
    Dim all = Dims.multiply(rows);
    Set<String> common = new HashSet<>(Dims.symbolsOf(all));
    common.retainAll(Dims.symbolsOf(memory.elements(parts.b().tensor())));
    boolean independent = common.isEmpty() && !Dims.isConstant(all);
    return independent ? Dims.constant(1) : Dims.min(all, Dims.constant(1));
  }

  private static ColumnSource panels(String tensor, List<Axis> batch, Contraction parts) {
    Dim row = Dims.constant(PackedWeight.SLICE);
    Dim slice = Dims.multiply(parts.k().extent(), row);
    Dim point = Dims.multiply(slice, Dims.ceilDiv(parts.n().extent(), row));
    Dim panel = Dims.multiply(parts.k().extent(), Dims.constant(PackedWeight.PANEL));
    IndexExpr base = IndexExpr.constant(0);
    for (int i = batch.size() - 1; i >= 0; i--) {
      base = base.plus(IndexExpr.axis(batch.get(i).name()).times(point));
      point = Dims.multiply(point, batch.get(i).extent());
    }
    return new ColumnSource(tensor, base, panel, Optional.empty());
  }

  private TaskGroup merged(OpenGroup group, List<Stage> stages) {
    List<IndexExpr> forms = new ArrayList<>();
    Set<String> unmergeable = new HashSet<>();
    stages.forEach(stage -> StageForms.collect(stage, forms, unmergeable));
    MergeAxes.Result merge = MergeAxes.merge(group.rowSpace(), forms, unmergeable);
    List<Stage> result = new ArrayList<>();
    stages.forEach(stage -> result.add(StageForms.map(stage, merge)));
    List<Axis> axes = merge.axes();
    String name = group.operations().getFirst().expr().name();
    return axes.isEmpty()
        ? new TaskGroup(name, List.of(), SINGLE_ROW, result)
        : withRow(name, axes, result);
  }

  /// The last axis is the row unless a product uses it in its right operand; then each point is a
  /// batch point with a single row.
  private static TaskGroup withRow(String name, List<Axis> axes, List<Stage> stages) {
    String last = axes.getLast().name();
    boolean batchOnly =
        stages.stream()
            .anyMatch(stage ->
                stage instanceof Stage.Product product && product.columns().base().uses(last));
    return batchOnly
        ? new TaskGroup(name, axes, SINGLE_ROW, stages)
        : new TaskGroup(name, axes.subList(0, axes.size() - 1), axes.getLast(), stages);
  }

  /// Collects the axes of a payload that are not part of a linear address.
  static void collectUnmergeable(Payload payload, Set<String> unmergeable) {
    switch (payload) {
      case Payload.Gather gather ->
          gather
              .coordinates()
              .forEach(index -> index.terms().forEach(term -> unmergeable.add(term.axis())));
      case Payload.IndexValue(IndexExpr value) ->
          value.terms().forEach(term -> unmergeable.add(term.axis()));
      case Load _,
          Payload.FloatConstant _,
          Payload.IntConstant _,
          Payload.Unary _,
          Payload.Binary _,
          Payload.Select _,
          Payload.Convert _ -> {}
    }
    Payloads.children(payload).forEach(child -> collectUnmergeable(child, unmergeable));
  }
}
