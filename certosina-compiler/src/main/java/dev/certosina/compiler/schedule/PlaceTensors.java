package dev.certosina.compiler.schedule;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.mapping.Contraction;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.BufferKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Decides where each tensor lives: with the caller, among the weights, in the arena, in a thread's
/// scratch while a group runs, or in a register.
public final class PlaceTensors {
  private final Schedule schedule;
  private final Map<String, List<Use>> uses = new LinkedHashMap<>();
  private final Map<String, Place> places = new LinkedHashMap<>();

  /// One access of a tensor, in execution order.
  ///
  /// @param address linear, over the group's axes and the expression's own
  record Use(int group, int stage, TensorExpr expr, IndexExpr address, boolean write) {}

  private PlaceTensors(Schedule schedule) {
    this.schedule = schedule;
  }

  /// Places by name of the tensor that owns the memory.
  public static Map<String, Place> apply(Schedule schedule) {
    return new PlaceTensors(schedule).run();
  }

  private Map<String, Place> run() {
    collectUses();
    Memory memory = schedule.memory();
    for (String input : schedule.program().inputs()) {
      places.put(memory.owner(input), new Place.InBuffer(memory.owner(input), BufferKind.INPUT, 0));
    }
    for (String output : schedule.program().outputs()) {
      String owner = memory.owner(output);
      places.put(owner, new Place.InBuffer(owner, BufferKind.OUTPUT, 0));
    }
    schedule.program().constants().forEach(constant -> placeWeight(constant.tensor()));
    schedule.packed().forEach(weight -> placeWeight(weight.name()));
    schedule.copied().forEach(weight -> placeWeight(weight.name()));
    uses.forEach((tensor, list) -> places.computeIfAbsent(tensor, name -> place(name, list)));
    return places;
  }

  private void placeWeight(String tensor) {
    places.put(tensor, new Place.InBuffer(tensor, BufferKind.WEIGHT, 0));
  }

  private Place place(String tensor, List<Use> list) {
    int group = list.getFirst().group();
    if (list.stream().anyMatch(use -> use.group() != group)) {
      return new Place.InBuffer(tensor, BufferKind.ARENA, 0);
    }
    if (isRowScalar(list)) {
      return new Place.InRegister();
    }
    if (!isRowMajorInGroup(tensor, list, schedule.groups().get(group))) {
      return new Place.InBuffer(tensor, BufferKind.ARENA, 0);
    }
    String buffer = reusable(tensor, list);
    return new Place.InBuffer(buffer, BufferKind.LOCAL, group);
  }

  private static boolean isRowScalar(List<Use> list) {
    Use first = list.getFirst();
    return list.stream().allMatch(use -> use.stage() == first.stage())
        && list.stream().allMatch(use -> use.address().equals(first.address()))
        && list.stream().filter(Use::write).count() == 1
        && first.write()
        && first.address().terms().stream().allMatch(term -> isGroupAxis(term.axis()));
  }

  static boolean isGroupAxis(String axis) {
    return axis.startsWith("g");
  }

  /// True when row `r` of outer point `o` is one contiguous run at `(o * rows + r) * length`.
  private boolean isRowMajorInGroup(String tensor, List<Use> list, TaskGroup group) {
    List<Axis> axes = new ArrayList<>(group.outer());
    if (!group.row().extent().equals(Dims.constant(1))) {
      axes.add(group.row());
    }
    for (Use use : list) {
      Dim size = schedule.memory().elements(tensor);
      for (Axis axis : axes) {
        Dim stride = use.address().coefficient(axis.name());
        if (!Dims.multiply(stride, axis.extent()).equals(size)) {
          return false;
        }
        size = stride;
      }
    }
    return true;
  }

  /// A buffer of the same group whose tensor is read for the last time exactly where `tensor` is
  /// written, element by element: the new value may take the old one's place.
  private String reusable(String tensor, List<Use> list) {
    Use write = list.getFirst();
    boolean elementwise = write.expr().combiner() == TensorExpr.Combiner.NONE;
    if (!elementwise || list.stream().filter(Use::write).count() != 1) {
      return tensor;
    }
    Memory memory = schedule.memory();
    for (Payload access : Payloads.accesses(write.expr().payload())) {
      if (access instanceof Load load
          && load.coordinates().equals(write.expr().write())
          && places.get(load.tensor()) instanceof Place.InBuffer(String buffer, BufferKind kind, _)
          && kind == BufferKind.LOCAL
          && memory.type(load.tensor()) == memory.type(tensor)
          && memory.elements(buffer).equals(memory.elements(tensor))
          && diesIn(load.tensor(), write)
          && isNewestIn(buffer, load.tensor())) {
        return buffer;
      }
    }
    return tensor;
  }

  /// True when no use of `tensor` comes after `last`'s expression and all reads in that stage are
  /// element by element.
  private boolean diesIn(String tensor, Use last) {
    List<Use> list = uses.getOrDefault(tensor, List.of());
    if (!list.getLast().expr().name().equals(last.expr().name())) {
      return false;
    }
    IndexExpr shape = anonymous(last.address());
    return list.stream()
        .filter(use -> use.stage() == last.stage())
        .allMatch(use -> anonymous(use.address()).equals(shape));
  }

  /// True when no later tensor has already taken the buffer over from `tensor`.
  private boolean isNewestIn(String buffer, String tensor) {
    String newest = buffer;
    for (Map.Entry<String, Place> entry : places.entrySet()) {
      if (entry.getValue() instanceof Place.InBuffer place && place.buffer().equals(buffer)) {
        newest = entry.getKey();
      }
    }
    return newest.equals(tensor);
  }

  /// The address with its own loop axes numbered, so that equal walks of different expressions are
  /// equal.
  private static IndexExpr anonymous(IndexExpr address) {
    List<String> own = new ArrayList<>();
    address.terms().stream()
        .map(IndexExpr.Term::axis)
        .filter(axis -> !isGroupAxis(axis))
        .forEach(own::add);
    return address.substitute(
        axis -> IndexExpr.axis(isGroupAxis(axis) ? axis : "#" + own.indexOf(axis)));
  }

  private void collectUses() {
    for (int g = 0; g < schedule.groups().size(); g++) {
      List<Stage> stages = schedule.groups().get(g).stages();
      for (int s = 0; s < stages.size(); s++) {
        collectUses(g, s, stages.get(s));
      }
    }
  }

  private void collectUses(int group, int stage, Stage work) {
    switch (work) {
      case Stage.Rows(List<TensorExpr> exprs) -> {
        for (TensorExpr expr : exprs) {
          addReads(group, stage, expr);
          add(expr.output(), new Use(group, stage, expr, expr.write().getFirst(), true));
        }
      }
      case Stage.Product(Contraction parts, var initial, Stage.ColumnSource columns) -> {
        TensorExpr expr = parts.expr();
        Load a = parts.a();
        add(a.tensor(), new Use(group, stage, expr, a.coordinates().getFirst(), false));
        add(columns.tensor(), new Use(group, stage, expr, columns.base(), false));
        initial.ifPresent(load ->
            add(load.tensor(), new Use(group, stage, expr, load.coordinates().getFirst(), false)));
        add(expr.output(), new Use(group, stage, expr, expr.write().getFirst(), true));
      }
      case Stage.Pack(String target, Load source, Axis n, Axis k) -> {
        TensorExpr copy =
            new TensorExpr(
                target,
                List.of(n, k),
                target,
                source.coordinates(),
                TensorExpr.Combiner.NONE,
                source);
        add(source.tensor(), new Use(group, stage, copy, source.coordinates().getFirst(), false));
        add(target, new Use(group, stage, copy, IndexExpr.constant(0), true));
      }
      case Stage.Nest(var mapping, _, List<String> tensors) -> {
        String name = mapping.mapping().computation().name();
        for (int i = 0; i < tensors.size(); i++) {
          addWhole(group, stage, name, tensors.get(i), i == tensors.size() - 1);
        }
      }
      case Stage.Repack(_, String tensor, String copied, boolean back) -> {
        addWhole(group, stage, copied, tensor, back);
        addWhole(group, stage, copied, copied, !back);
      }
    }
  }

  /// A use of all elements at once, by a stage that is alone in its group.
  private void addWhole(int group, int stage, String name, String tensor, boolean write) {
    IndexExpr start = IndexExpr.constant(0);
    TensorExpr whole =
        new TensorExpr(
            name,
            List.of(),
            tensor,
            List.of(start),
            TensorExpr.Combiner.NONE,
            new Load(tensor, List.of(start)));
    add(tensor, new Use(group, stage, whole, start, write));
  }

  private void addReads(int group, int stage, TensorExpr expr) {
    Set<Payload> seen = new HashSet<>();
    for (Payload access : Payloads.accesses(expr.payload())) {
      if (!seen.add(access)) {
        continue;
      }
      switch (access) {
        case Load load ->
            add(load.tensor(), new Use(group, stage, expr, load.coordinates().getFirst(), false));
        case Payload.Gather gather ->
            add(
                schedule.memory().owner(gather.tensor()),
                new Use(group, stage, expr, IndexExpr.constant(0), false));
        case Payload.FloatConstant _,
            Payload.IntConstant _,
            Payload.IndexValue _,
            Payload.Unary _,
            Payload.Binary _,
            Payload.Select _,
            Payload.Convert _ -> {}
      }
    }
  }

  private void add(String tensor, Use use) {
    uses.computeIfAbsent(tensor, _ -> new ArrayList<>()).add(use);
  }
}
