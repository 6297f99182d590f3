package dev.certosina.compiler.graph;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.List;

/// Decisions that fall when the dims of a call are bound.
final class Choices {
  private static final Dim ZERO = Dims.constant(0);

  private Choices() {}

  /// `then` where `left < right`, else `otherwise`; exact for all 64-bit numbers.
  static Dim ifLess(Dim left, Dim right, Dim then, Dim otherwise) {
    if (Contents.isLess(left, right)) {
      return then;
    }
    return Dims.isAtMost(right, left)
        ? otherwise
        : Dims.choice(Dims.max(left, right), left, otherwise, then);
  }

  static Dim ifNegative(Dim value, Dim then, Dim otherwise) {
    return ifLess(value, ZERO, then, otherwise);
  }

  /// `value`, or the bound that it exceeds.
  static Dim clamp(Dim value, Dim least, Dim most) {
    return Dims.min(Dims.max(value, least), most);
  }

  /// `dims[index]`, where `index` is from `first` up to `last`.
  static Dim pick(List<Dim> dims, Dim index, int first, int last) {
    Dim picked = dims.get(last);
    for (int i = last - 1; i >= first; i--) {
      picked = Dims.choice(index, Dims.constant(i), dims.get(i), picked);
    }
    return picked;
  }

  /// True when the value is always one of the elements, extents and constants that it mentions.
  static boolean isSelection(Dim dim) {
    return switch (dim) {
      case Dim.Constant _, Dim.Symbol _, Dim.Element _ -> true;
      case Dim.Min(Dim left, Dim right) -> isSelection(left) && isSelection(right);
      case Dim.Max(Dim left, Dim right) -> isSelection(left) && isSelection(right);
      case Dim.Choice(Dim _, Dim _, Dim whenEqual, Dim otherwise) ->
          isSelection(whenEqual) && isSelection(otherwise);
      case Dim.Sum _,
          Dim.Product _,
          Dim.FloorDiv _,
          Dim.Mod _,
          Dim.CeilDiv _,
          Dim.Joined _,
          Dim.Spread _ ->
          false;
    };
  }

  /// True when the value follows from the data of inputs, not from constants and extents alone.
  static boolean dependsOnData(Dim dim) {
    return !Dims.elementsOf(dim).isEmpty();
  }
}
