package dev.certosina.compiler.kernel.lower.nest;

import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.load;
import static dev.certosina.compiler.kernel.KernelExprs.select;

import dev.certosina.compiler.affine.NormalForm;
import dev.certosina.compiler.affine.NormalForms;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.lower.nest.FormEmitter.FormGuard;
import dev.certosina.compiler.kernel.lower.nest.FormEmitter.LaneVariable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Loads and stores whole tiles: as one vector where the lanes are neighbours in memory, in runs of
/// neighbours otherwise, and lane by lane where guards stand in the way.
final class TileAccess {
  private final KernelBuilder builder;
  private final NormalForms forms;
  private final FormEmitter emitter;
  private final Lanes lanes;

  /// One access of a tile.
  ///
  /// @param address over lane variables and the variables that `values` knows
  /// @param base is added to the address
  /// @param guards to be tested; the operand's own where the block may leave the tensor, else none
  record Access(
      OperandPlan operand,
      NormalForm address,
      Expr base,
      List<FormGuard> guards,
      Function<String, Expr> values) {

    String buffer() {
      return operand.buffer();
    }
  }

  /// Lanes that are neighbours in memory.
  ///
  /// @param lane the first one
  /// @param address of the first one
  private record Run(int lane, int count, NormalForm address) {}

  TileAccess(KernelBuilder builder, NormalForms forms) {
    this.builder = builder;
    this.forms = forms;
    this.emitter = new FormEmitter(forms);
    this.lanes = new Lanes(builder);
  }

  /// The tile's elements, row-major; a scalar for a single one.
  Expr loadTile(Access access) {
    return loadTile(access, this::anyFirst);
  }

  /// As [#loadTile], of a buffer that other tasks write to: no element is read but the tile's own.
  Expr loadSums(Access access) {
    return loadTile(access, this::onlyInside);
  }

  private Expr loadTile(Access access, GuardedLoad scalar) {
    List<Run> runs = runs(access);
    if (access.guards().isEmpty()) {
      List<Expr> parts = runs.stream().map(run -> plain(access, run)).toList();
      return lanes.join(parts);
    }
    if (runs.size() == 1 && access.operand().lanes() > 1) {
      return masked(access, runs.getFirst());
    }
    List<Expr> parts = new ArrayList<>();
    for (int lane = 0; lane < access.operand().lanes(); lane++) {
      parts.add(guarded(access, lane, scalar));
    }
    return lanes.join(parts);
  }

  private Expr plain(Access access, Run run) {
    Type type = new Type(access.operand().type(), run.count());
    return builder.bind("x", load(access.buffer(), type, at(access, run.address())));
  }

  private Expr masked(Access access, Run run) {
    OperandPlan operand = access.operand();
    Type type = new Type(operand.type(), operand.lanes());
    Expr mask = builder.let("inside", mask(access, access.guards()).orElseThrow());
    Expr loaded = load(access.buffer(), type, at(access, run.address()), mask);
    boolean isZero = access.guards().stream().allMatch(guard -> guard.fill() == 0);
    return builder.bind(
        "x",
        isZero
            ? loaded
            : filled(access.guards(), loaded, guards -> mask(access, guards).orElseThrow()));
  }

  /// Loads an element where `inside` holds, and anything elsewhere.
  private interface GuardedLoad {
    Expr load(Access access, Expr position, Expr inside);
  }

  /// Reads the buffer's first element where a guard fails, which needs no branch.
  private Expr anyFirst(Access access, Expr position, Expr inside) {
    Expr safe = builder.bind("at", select(inside, position, index(0)));
    return load(access.buffer(), Type.scalar(access.operand().type()), safe);
  }

  private Expr onlyInside(Access access, Expr position, Expr inside) {
    return load(access.buffer(), Type.scalar(access.operand().type()), position, inside);
  }

  private Expr guarded(Access access, int lane, GuardedLoad scalar) {
    List<FormGuard> guards =
        access.guards().stream()
            .map(guard ->
                new FormGuard(atLane(access, guard.value(), lane), guard.bound(), guard.fill()))
            .toList();
    Optional<Expr> all = emitter.condition(guards, access.values());
    Expr position = at(access, atLane(access, access.address(), lane));
    Type type = Type.scalar(access.operand().type());
    if (all.isEmpty()) {
      return builder.bind("x", load(access.buffer(), type, position));
    }
    Expr inside = builder.let("inside", all.get());
    Expr loaded = builder.bind("x", scalar.load(access, position, inside));
    return builder.bind(
        "x",
        filled(guards, loaded, some -> emitter.condition(some, access.values()).orElse(inside)));
  }

  /// The first guard that fails decides.
  private static Expr filled(
      List<FormGuard> guards, Expr loaded, Function<List<FormGuard>, Expr> test) {
    Type type = dev.certosina.compiler.kernel.KernelTypes.typeOf(loaded);
    Expr value = loaded;
    for (int last = guards.size() - 1; last >= 0; ) {
      int first = last;
      double fill = guards.get(last).fill();
      while (first > 0 && guards.get(first - 1).fill() == fill) {
        first--;
      }
      List<FormGuard> same = guards.subList(first, last + 1);
      value = select(test.apply(same), value, Lanes.fill(type, fill));
      last = first - 1;
    }
    return value;
  }

  /// Stores the tile's elements where all guards hold.
  void storeTile(Access access, Expr value) {
    List<Run> runs = runs(access);
    int count = access.operand().lanes();
    if (access.guards().isEmpty()) {
      for (Run run : runs) {
        Expr part = lanes.slice(value, run.lane(), run.count());
        builder.store(access.buffer(), at(access, run.address()), part);
      }
    } else if (runs.size() == 1 && count > 1) {
      Expr mask = mask(access, access.guards()).orElseThrow();
      builder.store(access.buffer(), at(access, runs.getFirst().address()), value, mask);
    } else {
      for (int lane = 0; lane < count; lane++) {
        storeLane(access, lane, lanes.slice(value, lane, 1));
      }
    }
  }

  private void storeLane(Access access, int lane, Expr value) {
    List<FormGuard> guards =
        access.guards().stream()
            .map(guard ->
                new FormGuard(atLane(access, guard.value(), lane), guard.bound(), guard.fill()))
            .toList();
    Expr position = at(access, atLane(access, access.address(), lane));
    Optional<Expr> inside = emitter.condition(guards, access.values());
    if (inside.isPresent()) {
      builder.store(access.buffer(), position, value, inside.get());
    } else {
      builder.store(access.buffer(), position, value);
    }
  }

  private Optional<Expr> mask(Access access, List<FormGuard> guards) {
    OperandPlan operand = access.operand();
    return emitter.mask(guards, operand.laneVariables(), operand.lanes(), access.values());
  }

  private Expr at(Access access, NormalForm address) {
    return add(emitter.scalar(address, access.values()), access.base());
  }

  private NormalForm atLane(Access access, NormalForm form, int lane) {
    Map<String, NormalForm> fixed = new HashMap<>();
    for (LaneVariable variable : access.operand().laneVariables()) {
      long value = lane / variable.inner() % variable.size();
      fixed.put(variable.name(), NormalForm.constant(value));
    }
    return forms.substitute(form, name -> fixed.getOrDefault(name, NormalForm.variable(name)));
  }

  private List<Run> runs(Access access) {
    List<Run> runs = new ArrayList<>();
    NormalForm expected = NormalForm.constant(0);
    for (int lane = 0; lane < access.operand().lanes(); lane++) {
      NormalForm address = atLane(access, access.address(), lane);
      if (!runs.isEmpty() && address.equals(expected)) {
        Run last = runs.removeLast();
        runs.add(new Run(last.lane(), last.count() + 1, last.address()));
      } else {
        runs.add(new Run(lane, 1, address));
      }
      expected = address.plus(1);
    }
    return runs;
  }
}
