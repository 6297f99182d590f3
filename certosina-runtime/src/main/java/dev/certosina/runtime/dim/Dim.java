package dev.certosina.runtime.dim;

import java.util.List;

/// The extent of one axis, or any integer derived from extents and from the data of small inputs.
///
/// Values are 64-bit signed integers; evaluation refuses overflow instead of wrapping. Divisions
/// round towards negative infinity ([FloorDiv], [Mod]) or positive infinity ([CeilDiv]) and their
/// divisor is positive. Nodes are built only through [Dims], which keeps them canonical: a sum of
/// products with sorted operands and a leading constant, so that equal polynomials are equal
/// records.
public sealed interface Dim {

  /// A known integer.
  record Constant(long value) implements Dim {}

  /// One dynamic extent of one model input, named `INPUT.AXIS`; always at least 0.
  record Symbol(String name) implements Dim {}

  /// Element `index` of the integer model input `input`, which has rank 0 or 1; any 64-bit number.
  record Element(String input, int index) implements Dim {
    /// The name under which its value is looked up, `INPUT[INDEX]`; no symbol has such a name.
    public String name() {
      return input + "[" + index + "]";
    }
  }

  /// A sum of two or more terms.
  record Sum(List<Dim> terms) implements Dim {
    public Sum {
      terms = List.copyOf(terms);
    }
  }

  /// A product of two or more factors; a constant factor, if any, comes first.
  record Product(List<Dim> factors) implements Dim {
    public Product {
      factors = List.copyOf(factors);
    }
  }

  /// `floor(value / divisor)`.
  record FloorDiv(Dim value, Dim divisor) implements Dim {}

  /// `value - divisor * floor(value / divisor)`.
  record Mod(Dim value, Dim divisor) implements Dim {}

  /// `ceil(value / divisor)`.
  record CeilDiv(Dim value, Dim divisor) implements Dim {}

  /// The smaller of two values.
  record Min(Dim left, Dim right) implements Dim {}

  /// The larger of two values.
  record Max(Dim left, Dim right) implements Dim {}

  /// The extent of two broadcast axes: `right` where `left` is 1, else `left`. Legal only where the
  /// two are equal or one of them is 1; evaluation refuses anything else.
  record Joined(Dim left, Dim right) implements Dim {}

  /// 0 where `extent` is 1 and `joined` is not, else 1: the factor that turns the stride of a
  /// broadcast axis into 0.
  record Spread(Dim extent, Dim joined) implements Dim {}

  /// `whenEqual` where `left` and `right` are the same, else `otherwise`; only the one that is
  /// taken is evaluated.
  record Choice(Dim left, Dim right, Dim whenEqual, Dim otherwise) implements Dim {}
}
