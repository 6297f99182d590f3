package dev.certosina.compiler.graph;

import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Check;
import dev.certosina.runtime.exec.Program.Guard;
import dev.certosina.runtime.exec.Program.Relation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// What shape inference learns about dims: equalities, which replace one dim by another everywhere,
/// and checks.
///
/// An equality is *required* when the model is invalid without it (the contracted extents of a
/// matrix product), or *assumed* when it is one of the two ways in which extents may broadcast. One
/// side represents both from then on: a constant before a symbol, an earlier symbol before a later
/// one, the smaller of two expressions.
final class DimRelations {
  private static final int MAX_ROUNDS = 100;

  /// `from` is replaced by `to`.
  private record Equality(Dim from, Dim to, boolean assumed, String message) {}

  private final boolean assumeJoinedEqual;
  private final List<String> symbols;
  private final Map<Dim, Equality> equalities = new LinkedHashMap<>();
  private final Map<Dim, Dim> replacements = new LinkedHashMap<>();
  private final Set<Check> checks = new LinkedHashSet<>();
  private boolean changed;

  /// @param symbols all symbols, earlier ones preferred as representatives
  DimRelations(boolean assumeJoinedEqual, List<String> symbols) {
    this.assumeJoinedEqual = assumeJoinedEqual;
    this.symbols = symbols;
  }

  /// Starts another pass over the graph: equalities stay, checks are found again.
  void startPass() {
    normalizeEqualities();
    checks.clear();
    changed = false;
  }

  /// True when the pass found an equality, so that dims computed before it are out of date.
  boolean isChanged() {
    return changed;
  }

  Dim normalized(Dim dim) {
    return Dims.substitute(dim, replacements);
  }

  List<Dim> normalized(List<Dim> dims) {
    return dims.stream().map(this::normalized).toList();
  }

  List<Guard> guards() {
    return equalities.values().stream()
        .filter(Equality::assumed)
        .map(equality -> new Guard(equality.from, equality.to))
        .toList();
  }

  List<Check> checks() {
    var all = new ArrayList<Check>();
    for (Equality equality : equalities.values()) {
      if (!equality.assumed) {
        all.add(new Check(equality.from, Relation.EQUAL, equality.to, equality.message));
      }
    }
    all.addAll(checks);
    return all;
  }

  /// The extent of two broadcast axes.
  Dim broadcast(NodeView node, Dim first, Dim second) {
    Dim left = normalized(first);
    Dim right = normalized(second);
    if (left.equals(right) || isOne(right)) {
      return left;
    }
    if (isOne(left)) {
      return right;
    }
    Supplier<String> message =
        () ->
            "%s: cannot broadcast extent %s with extent %s of %s"
                .formatted(node.where(), Dims.print(left), Dims.print(right), node.inputsText());
    if (Dims.isConstant(left) && Dims.isConstant(right)) {
      throw new ModelException(message.get());
    }
    return assumeJoinedEqual
        ? unify(left, right, true, message.get())
        : join(left, right, message.get());
  }

  private Dim join(Dim left, Dim right, String message) {
    Dim joined = normalized(Dims.joined(left, right));
    if (joined.equals(left) || joined.equals(right)) {
      return joined;
    }
    // Evaluating `joined` refuses illegal extents; the comparison as such always holds.
    for (Dim side : List.of(left, right)) {
      if (Dims.isConstant(side)) {
        checks.add(new Check(joined, Relation.EQUAL, side, message));
        return side;
      }
    }
    checks.add(new Check(joined, Relation.AT_MOST, Dims.max(left, right), message));
    return joined;
  }

  /// Shapes aligned at their last axes and broadcast against each other.
  List<Dim> broadcast(NodeView node, List<Dim> left, List<Dim> right) {
    int rank = Math.max(left.size(), right.size());
    var shape = new ArrayList<Dim>(rank);
    for (int axis = 0; axis < rank; axis++) {
      shape.add(broadcast(node, fromBack(left, rank, axis), fromBack(right, rank, axis)));
    }
    return shape;
  }

  private static Dim fromBack(List<Dim> shape, int rank, int axis) {
    int position = axis - (rank - shape.size());
    return position < 0 ? Dims.constant(1) : shape.get(position);
  }

  /// States that two extents are the same, as the model needs; returns their representative.
  Dim requireEqual(NodeView node, Dim first, Dim second, String role) {
    Dim left = normalized(first);
    Dim right = normalized(second);
    if (left.equals(right)) {
      return left;
    }
    String message =
        "%s: %s %s differs from %s, needs to be equal"
            .formatted(node.where(), role, Dims.print(left), Dims.print(right));
    if (Dims.isConstant(left) && Dims.isConstant(right)) {
      throw new ModelException(message);
    }
    return unify(left, right, false, message);
  }

  /// States a condition without using it to simplify; one that holds anyway is not recorded.
  void check(Dim left, Relation relation, Dim right, String message) {
    boolean proven =
        switch (relation) {
          case EQUAL -> left.equals(right);
          case AT_MOST -> Dims.isAtMost(left, right);
        };
    if (proven) {
      return;
    }
    if (Dims.isConstant(left) && Dims.isConstant(right)) {
      throw new ModelException(message);
    }
    checks.add(new Check(left, relation, right, message));
  }

  private Dim unify(Dim left, Dim right, boolean assumed, String message) {
    boolean leftStays = isBetter(left, right);
    var equality =
        new Equality(leftStays ? right : left, leftStays ? left : right, assumed, message);
    changed = true;
    put(equality);
    return equality.to;
  }

  /// A required equality is not weakened to an assumed one.
  private void put(Equality equality) {
    Optional<Equality> known = Optional.ofNullable(equalities.get(equality.from));
    if (known.isEmpty() || known.get().assumed) {
      equalities.put(equality.from, equality);
      replacements.put(equality.from, equality.to);
    }
  }

  /// True when `left` rather than `right` should represent both.
  private boolean isBetter(Dim left, Dim right) {
    if (Dims.isConstant(left) || Dims.isConstant(right)) {
      return Dims.isConstant(left);
    }
    if (left instanceof Dim.Symbol(String a) && right instanceof Dim.Symbol(String b)) {
      return symbols.indexOf(a) < symbols.indexOf(b);
    }
    if (left instanceof Dim.Symbol(String name)) {
      return !definesSymbol(right, name);
    }
    if (right instanceof Dim.Symbol(String name)) {
      return definesSymbol(left, name);
    }
    String a = Dims.print(left);
    String b = Dims.print(right);
    return a.length() != b.length() ? a.length() < b.length() : a.compareTo(b) < 0;
  }

  /// True for a polynomial free of the symbol, such as `past + new` for a total: replacing the
  /// symbol then removes it for good.
  private static boolean definesSymbol(Dim dim, String name) {
    boolean polynomial = dim instanceof Dim.Sum || dim instanceof Dim.Product;
    return polynomial && !Dims.symbolsOf(dim).contains(name);
  }

  /// Applies the equalities to each other until each speaks only of representatives.
  private void normalizeEqualities() {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      boolean stable = true;
      for (Equality equality : List.copyOf(equalities.values())) {
        if (!equality.equals(equalities.get(equality.from))) {
          continue; // superseded in this round
        }
        replacements.remove(equality.from);
        Dim from = normalized(equality.from);
        Dim to = normalized(equality.to);
        if (from.equals(equality.from) && to.equals(equality.to)) {
          replacements.put(from, to);
        } else {
          stable = false;
          equalities.remove(equality.from);
          restate(from, to, equality);
        }
      }
      if (stable) {
        return;
      }
    }
    throw new ModelException("the equalities between dims do not settle");
  }

  private void restate(Dim left, Dim right, Equality origin) {
    if (left.equals(right)) {
      return;
    }
    if (Dims.isConstant(left) && Dims.isConstant(right)) {
      throw new ModelException(origin.message);
    }
    unify(left, right, origin.assumed, origin.message);
  }

  private static boolean isOne(Dim dim) {
    return dim instanceof Dim.Constant(long value) && value == 1;
  }
}
