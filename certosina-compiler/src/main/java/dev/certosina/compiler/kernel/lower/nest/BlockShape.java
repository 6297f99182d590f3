package dev.certosina.compiler.kernel.lower.nest;

import dev.certosina.compiler.affine.NormalForm;
import dev.certosina.compiler.affine.NormalForm.Atom;
import dev.certosina.compiler.affine.NormalForms;
import dev.certosina.compiler.kernel.lower.nest.FormEmitter.FormGuard;
import dev.certosina.compiler.schedule.nest.Blocks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// One kind of block: the unrolled points of spatial loops, and the reduction loops around them.
///
/// Addresses are split into a base that does not change inside the block and a rest whose constants
/// are known.
final class BlockShape {
  private final NestPlan plan;
  private final Map<String, Long> sizes;
  private final boolean guarded;
  private final ReductionLoops reduction;
  private final Set<String> inside = new LinkedHashSet<>();
  private final List<Placed> operands = new ArrayList<>();

  /// An operand as the block sees it.
  ///
  /// @param address over what is left of the loops
  /// @param base the part of `address` that is the same in the whole block; unless indexed, the
  ///   lowest address in the block
  /// @param guards those to be tested
  /// @param indexed whether the base is added to every index, because it may lie outside the buffer
  record Placed(
      OperandPlan plan,
      NormalForm address,
      NormalForm base,
      List<FormGuard> guards,
      boolean indexed) {}

  /// @param sizes points of each spatial loop in the block
  /// @param guarded whether guards may fail
  BlockShape(NestPlan plan, Map<String, Long> sizes, boolean guarded) {
    this.plan = plan;
    this.sizes = new LinkedHashMap<>(sizes);
    this.guarded = guarded;
    this.reduction = ReductionLoops.of(plan, guarded);
    plan.loops().inner().forEach(loop -> inside.add(loop.name()));
    plan.mapping().tiles().forEach(tile -> inside.add(tile.lane()));
    for (OperandPlan operand : plan.operands()) {
      operands.add(place(operand));
    }
  }

  private Placed place(OperandPlan operand) {
    NormalForm address = reduction.reduce(operand.address());
    NormalForm first = started(address);
    NormalForm base = first.only(this::isSteady);
    NormalForm rest = first.minus(base);
    boolean followsOuter = rest.variables().stream().anyMatch(name -> !inside.contains(name));
    boolean isLinear =
        rest.terms().keySet().stream().allMatch(atom -> atom instanceof Atom.Variable);
    long lowest = forms().range(rest).min();
    List<FormGuard> guards = guarded ? operand.guards() : List.of();
    boolean indexed = followsOuter || !guards.isEmpty() || (!isLinear && lowest < 0);
    for (String loop : sizes.keySet()) {
      lowest += Math.min(0, (size(loop) - 1) * address.coefficient(loop));
    }
    NormalForm pointed = indexed ? base : base.plus(lowest);
    return new Placed(operand, address, pointed, guards, indexed);
  }

  /// Loops that lie in the block as a whole start at 0.
  private NormalForm started(NormalForm form) {
    return forms().substitute(form, this::start);
  }

  private NormalForm start(String name) {
    return isWhole(name) ? NormalForm.constant(0) : NormalForm.variable(name);
  }

  private boolean isWhole(String name) {
    Blocks blocks = plan.loops().spatial().get(name);
    return blocks != null && blocks.count() == 1;
  }

  private boolean isSteady(Atom atom) {
    if (atom instanceof Atom.Variable(String name)) {
      return !inside.contains(name);
    }
    return inside.stream().noneMatch(atom::uses)
        && sizes.keySet().stream().noneMatch(loop -> size(loop) > 1 && atom.uses(loop));
  }

  private long size(String loop) {
    return Objects.requireNonNull(sizes.get(loop));
  }

  NestPlan plan() {
    return plan;
  }

  NormalForms forms() {
    return reduction.forms();
  }

  ReductionLoops reduction() {
    return reduction;
  }

  List<Placed> sources() {
    return operands.subList(0, operands.size() - 1);
  }

  Placed destination() {
    return Objects.requireNonNull(operands.getLast());
  }

  List<Placed> operands() {
    return operands;
  }

  /// The outer loops whose values the block needs besides the bases.
  List<String> outerVariables() {
    Set<String> names = new LinkedHashSet<>();
    for (Placed operand : operands) {
      names.addAll(started(operand.address()).minus(operand.base()).variables());
      operand.guards().forEach(guard -> names.addAll(started(guard.value()).variables()));
    }
    names.removeAll(inside);
    return List.copyOf(names);
  }

  /// A form at one of the block's points.
  ///
  /// @param fixed values of unrolled reduction loops
  NormalForm at(NormalForm form, Map<String, Long> point, Map<String, Long> fixed) {
    return forms()
        .substitute(
            form,
            name -> {
              Long value = fixed.get(name);
              return value != null
                  ? NormalForm.constant(value)
                  : start(name).plus(point.getOrDefault(name, 0L));
            });
  }

  /// The block's points, in the order that keeps the fewest registers busy.
  List<Map<String, Long>> points() {
    List<String> loops = sizes.keySet().stream().filter(loop -> size(loop) > 1).toList();
    List<List<String>> orders = new ArrayList<>();
    permute(loops, List.of(), orders);
    List<Map<String, Long>> best = pointsIn(loops);
    long least = busy(best);
    for (List<String> order : orders) {
      List<Map<String, Long>> candidate = pointsIn(order);
      long registers = busy(candidate);
      if (registers < least) {
        best = candidate;
        least = registers;
      }
    }
    return best;
  }

  private static void permute(List<String> rest, List<String> chosen, List<List<String>> orders) {
    if (rest.isEmpty() || chosen.size() == 3) {
      List<String> order = new ArrayList<>(chosen);
      order.addAll(rest);
      orders.add(order);
      return;
    }
    for (String next : rest) {
      List<String> left = new ArrayList<>(rest);
      left.remove(next);
      List<String> longer = new ArrayList<>(chosen);
      longer.add(next);
      permute(left, longer, orders);
    }
  }

  private List<Map<String, Long>> pointsIn(List<String> order) {
    List<Map<String, Long>> points = List.of(Map.of());
    for (String loop : order) {
      List<Map<String, Long>> longer = new ArrayList<>();
      for (Map<String, Long> point : points) {
        for (long value = 0; value < size(loop); value++) {
          Map<String, Long> next = new LinkedHashMap<>(point);
          next.put(loop, value);
          longer.add(next);
        }
      }
      points = longer;
    }
    return points;
  }

  /// The most registers that sources need at once when each tile is loaded where it is first used
  /// and kept until its last use.
  private long busy(List<Map<String, Long>> points) {
    Map<List<Object>, int[]> lives = new LinkedHashMap<>();
    Map<List<Object>, Long> weights = new LinkedHashMap<>();
    for (int i = 0; i < points.size(); i++) {
      for (Placed source : sources()) {
        Map<String, Long> used = new LinkedHashMap<>(points.get(i));
        used.keySet().removeIf(loop -> !source.plan().address().uses(loop));
        List<Object> tile = List.of(source.plan().buffer(), used);
        int position = i;
        lives.computeIfAbsent(tile, _ -> new int[] {position, position})[1] = i;
        weights.putIfAbsent(tile, registers(source.plan()));
      }
    }
    long[] changes = new long[points.size() + 1];
    lives.forEach((tile, life) -> {
      long weight = Objects.requireNonNull(weights.get(tile));
      changes[life[0]] += weight;
      changes[life[1] + 1] -= weight;
    });
    long most = 0;
    long now = 0;
    for (long change : changes) {
      now += change;
      most = Math.max(most, now);
    }
    return most;
  }

  private long registers(OperandPlan operand) {
    long bytes = (long) operand.lanes() * operand.type().byteSize();
    return Math.ceilDiv(bytes, plan.vectorBytes());
  }

  /// How far the rest of a guard's value can be from its steady part, anywhere in the block.
  NormalForms.Range insideRange(NormalForm value) {
    NormalForms.Range varying = plan.forms().range(value.only(atom -> !isSteady(atom)));
    long min = varying.min();
    long max = varying.max();
    for (String loop : sizes.keySet()) {
      long reach = (size(loop) - 1) * value.coefficient(loop);
      min += Math.min(0, reach);
      max += Math.max(0, reach);
    }
    return new NormalForms.Range(min, max);
  }

  /// The part of a guard's value that is the same in the whole block.
  NormalForm steadyPart(NormalForm value) {
    return started(value.only(this::isSteady)).plus(value.constant());
  }
}
