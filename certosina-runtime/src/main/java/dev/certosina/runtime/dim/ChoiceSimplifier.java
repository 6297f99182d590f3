package dev.certosina.runtime.dim;

import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim.Choice;
import dev.certosina.runtime.dim.Dim.Constant;
import dev.certosina.runtime.dim.Dim.Joined;
import dev.certosina.runtime.dim.Dim.Max;
import dev.certosina.runtime.dim.Dim.Min;
import dev.certosina.runtime.dim.Dim.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/// Canonical forms of min, max, joined, spread and choice.
///
/// The first three are associative, commutative and idempotent: a nested chain is flattened,
/// sorted, freed of operands that another one decides, and nested again to the left.
final class ChoiceSimplifier {
  private ChoiceSimplifier() {}

  static Dim min(Dim left, Dim right) {
    var operands = new ArrayList<Dim>();
    flattenMin(left, operands);
    flattenMin(right, operands);
    return chain(withoutDecided(operands, Dims::isAtMost), Min::new);
  }

  static Dim max(Dim left, Dim right) {
    var operands = new ArrayList<Dim>();
    flattenMax(left, operands);
    flattenMax(right, operands);
    return chain(withoutDecided(operands, (a, b) -> Dims.isAtMost(b, a)), Max::new);
  }

  static Dim joined(Dim left, Dim right) {
    var operands = new ArrayList<Dim>();
    flattenJoined(left, operands);
    flattenJoined(right, operands);
    var kept = new ArrayList<Dim>();
    for (Dim operand : operands) {
      if (!isOne(operand) && !kept.contains(operand)) {
        kept.add(operand);
      }
    }
    refuseUnequalConstants(kept);
    return kept.isEmpty() ? Dims.constant(1) : chain(kept, Joined::new);
  }

  private static void refuseUnequalConstants(List<Dim> operands) {
    List<Dim> constants = operands.stream().filter(Dims::isConstant).toList();
    if (constants.size() > 1) {
      throw new ModelException(
          "cannot broadcast extent %s with extent %s: they must be equal or one of them 1"
              .formatted(Dims.print(constants.get(0)), Dims.print(constants.get(1))));
    }
  }

  static Dim spread(Dim extent, Dim joined) {
    if (extent.equals(joined)) {
      return Dims.constant(1);
    }
    if (extent instanceof Constant(long value)) {
      if (value != 1) {
        return Dims.constant(1);
      }
      if (Dims.isConstant(joined)) {
        return Dims.constant(0);
      }
    }
    DimBounds bounds = DimBounds.of(extent);
    if (bounds.lower() > 1 || bounds.upper() < 1) {
      return Dims.constant(1);
    }
    return DimTree.checked(new Spread(extent, joined));
  }

  /// The compared dims are ordered, a constant last. A choice inside a branch that compares the
  /// same dims is decided by the outer one.
  static Dim choice(Dim left, Dim right, Dim whenEqual, Dim otherwise) {
    if (DimOrder.ATOMS.compare(left, right) < 0) {
      return choice(right, left, whenEqual, otherwise);
    }
    if (left.equals(right)) {
      return whenEqual;
    }
    if (areDifferent(left, right)) {
      return otherwise;
    }
    if (whenEqual instanceof Choice(Dim a, Dim b, Dim taken, Dim _)
        && a.equals(left)
        && b.equals(right)) {
      return choice(left, right, taken, otherwise);
    }
    if (otherwise instanceof Choice(Dim a, Dim b, Dim _, Dim taken)
        && a.equals(left)
        && b.equals(right)) {
      return choice(left, right, whenEqual, taken);
    }
    boolean swaps =
        (whenEqual.equals(left) && otherwise.equals(right))
            || (whenEqual.equals(right) && otherwise.equals(left));
    return whenEqual.equals(otherwise) || swaps
        ? otherwise
        : DimTree.checked(new Choice(left, right, whenEqual, otherwise));
  }

  private static boolean areDifferent(Dim left, Dim right) {
    DimBounds a = DimBounds.of(left);
    DimBounds b = DimBounds.of(right);
    if (a.upper() < b.lower() || b.upper() < a.lower()) {
      return true;
    }
    try {
      DimBounds difference = DimBounds.of(Dims.subtract(left, right));
      return difference.lower() > 0 || difference.upper() < 0;
    } catch (ModelException e) {
      return false; // a difference beyond 64 bits decides nothing
    }
  }

  private static void flattenMin(Dim dim, List<Dim> into) {
    if (dim instanceof Min(Dim left, Dim right)) {
      flattenMin(left, into);
      flattenMin(right, into);
    } else {
      into.add(dim);
    }
  }

  private static void flattenMax(Dim dim, List<Dim> into) {
    if (dim instanceof Max(Dim left, Dim right)) {
      flattenMax(left, into);
      flattenMax(right, into);
    } else {
      into.add(dim);
    }
  }

  private static void flattenJoined(Dim dim, List<Dim> into) {
    if (dim instanceof Joined(Dim left, Dim right)) {
      flattenJoined(left, into);
      flattenJoined(right, into);
    } else {
      into.add(dim);
    }
  }

  /// The operands without those that another kept one makes superfluous; the first of two equal
  /// ones stays.
  private static List<Dim> withoutDecided(List<Dim> operands, Decides decides) {
    var kept = new ArrayList<Dim>();
    for (Dim operand : operands) {
      if (kept.stream().noneMatch(other -> decides.decides(other, operand))) {
        kept.removeIf(other -> decides.decides(operand, other));
        kept.add(operand);
      }
    }
    return kept;
  }

  private static Dim chain(List<Dim> operands, BinaryOperator<Dim> node) {
    operands.sort(DimOrder.ATOMS);
    Dim result = operands.getFirst();
    for (Dim operand : operands.subList(1, operands.size())) {
      result = node.apply(result, operand);
    }
    return DimTree.checked(result);
  }

  private static boolean isOne(Dim dim) {
    return dim instanceof Constant(long value) && value == 1;
  }

  /// True when the value of `one` makes `other` superfluous.
  private interface Decides {
    boolean decides(Dim one, Dim other);
  }
}
