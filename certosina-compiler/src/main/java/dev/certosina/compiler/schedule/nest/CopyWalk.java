package dev.certosina.compiler.schedule.nest;

import dev.certosina.compiler.affine.NormalForm;
import dev.certosina.compiler.affine.NormalForms;
import dev.certosina.compiler.mapping.PhysicalMapping.Copy;
import dev.certosina.compiler.mapping.PhysicalMapping.Guard;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The loops that fill a copy: rows, each a run of elements that are neighbours in the copy.
///
/// Dims over which the tensor advances evenly are merged, so that runs are as long as possible.
///
/// @param rows outermost first; may be empty
/// @param run its elements follow each other in the copy
/// @param source element of the tensor, over rows and run
/// @param forms the extents of rows and run
public record CopyWalk(
    List<Loop> rows, Loop run, NormalForm source, List<Bound> guards, NormalForms forms) {

  public CopyWalk {
    rows = List.copyOf(rows);
    guards = List.copyOf(guards);
  }

  /// `0 <= value < bound`, or the element is `fill`; the first that fails decides.
  public record Bound(NormalForm value, long bound, double fill) {}

  public static CopyWalk of(Copy copy) {
    List<Loop> loops = new ArrayList<>(copy.variables());
    loops.removeIf(loop -> loop.extent() == 1);
    Loop run = loops.isEmpty() ? copy.variables().getFirst() : loops.removeLast();
    NormalForms forms = formsOf(copy.variables());
    NormalForm source = forms.of(copy.source());
    List<Bound> guards = new ArrayList<>();
    for (Guard guard : copy.guards()) {
      guards.add(new Bound(forms.of(guard.value()), guard.bound(), guard.fill()));
    }
    CopyWalk walk = new CopyWalk(loops, run, source, guards, forms).withoutTrueGuards();
    while (!walk.rows.isEmpty() && walk.canMerge()) {
      walk = walk.merged().withoutTrueGuards();
    }
    return walk;
  }

  private static NormalForms formsOf(List<Loop> loops) {
    Map<String, Long> extents = new LinkedHashMap<>();
    loops.forEach(loop -> extents.put(loop.name(), loop.extent()));
    return new NormalForms(extents);
  }

  private CopyWalk withoutTrueGuards() {
    List<Bound> kept =
        guards.stream()
            .filter(guard -> !forms.range(guard.value()).isWithin(0, guard.bound()))
            .toList();
    return new CopyWalk(rows, run, source, kept, forms);
  }

  private boolean canMerge() {
    String inner = run.name();
    String outer = rows.getLast().name();
    return source.isLinearIn(inner)
        && source.isLinearIn(outer)
        && source.coefficient(outer) == source.coefficient(inner) * run.extent()
        && guards.stream().noneMatch(guard -> guard.value().uses(inner))
        && guards.stream()
            .allMatch(guard ->
                !guard.value().uses(outer)
                    || (guard.value().isLinearIn(outer) && guard.value().coefficient(outer) == 1));
  }

  /// `0 <= outer + rest < bound` is `0 <= merged + extent * rest < extent * bound`.
  private CopyWalk merged() {
    String inner = run.name();
    Loop outer = rows.getLast();
    long extent = run.extent();
    Loop longer = new Loop(inner, Math.multiplyExact(extent, outer.extent()), run.kind());
    List<Loop> left = rows.subList(0, rows.size() - 1);
    List<Loop> all = new ArrayList<>(left);
    all.add(longer);
    List<Bound> widened = new ArrayList<>();
    for (Bound guard : guards) {
      NormalForm value = guard.value();
      if (value.uses(outer.name())) {
        NormalForm rest = value.minus(NormalForm.variable(outer.name())).times(extent);
        widened.add(
            new Bound(rest.plus(NormalForm.variable(inner)), guard.bound() * extent, guard.fill()));
      } else {
        widened.add(guard);
      }
    }
    long stride = source.coefficient(outer.name());
    NormalForm address = source.minus(NormalForm.variable(outer.name()).times(stride));
    return new CopyWalk(left, longer, address, widened, formsOf(all));
  }

  /// How many rows there are.
  public long rowCount() {
    return rows.stream().mapToLong(Loop::extent).reduce(1, Math::multiplyExact);
  }
}
