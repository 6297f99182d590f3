package dev.certosina.runtime.dim;

import dev.certosina.runtime.dim.Dim.CeilDiv;
import dev.certosina.runtime.dim.Dim.Choice;
import dev.certosina.runtime.dim.Dim.Constant;
import dev.certosina.runtime.dim.Dim.Element;
import dev.certosina.runtime.dim.Dim.FloorDiv;
import dev.certosina.runtime.dim.Dim.Joined;
import dev.certosina.runtime.dim.Dim.Max;
import dev.certosina.runtime.dim.Dim.Min;
import dev.certosina.runtime.dim.Dim.Mod;
import dev.certosina.runtime.dim.Dim.Product;
import dev.certosina.runtime.dim.Dim.Spread;
import dev.certosina.runtime.dim.Dim.Sum;
import dev.certosina.runtime.dim.Dim.Symbol;
import java.util.Comparator;
import java.util.List;

/// The total orders that make canonical forms unique.
final class DimOrder {
  /// Symbols and elements by name first, then composed expressions by kind and operands.
  static final Comparator<Dim> ATOMS = DimOrder::compare;

  /// From the highest monomial to the constant term: by degree, then by the first differing atom.
  /// It is preserved by multiplication, which long division needs.
  static final Comparator<List<Dim>> MONOMIALS =
      (left, right) ->
          left.size() != right.size()
              ? Integer.compare(right.size(), left.size())
              : compareAll(left, right);

  private DimOrder() {}

  private static int compare(Dim left, Dim right) {
    int byKind = Integer.compare(kind(left), kind(right));
    if (byKind != 0) {
      return byKind;
    }
    return switch (left) {
      case Constant(long value) -> Long.compare(value, ((Constant) right).value());
      case Symbol(String name) -> name.compareTo(((Symbol) right).name());
      case Element(String input, int index) -> compare(input, index, (Element) right);
      case Sum _,
          Product _,
          FloorDiv _,
          Mod _,
          CeilDiv _,
          Min _,
          Max _,
          Joined _,
          Spread _,
          Choice _ ->
          compareAll(DimTree.children(left), DimTree.children(right));
    };
  }

  private static int compare(String input, int index, Element other) {
    int byInput = input.compareTo(other.input());
    return byInput != 0 ? byInput : Integer.compare(index, other.index());
  }

  private static int compareAll(List<Dim> left, List<Dim> right) {
    int shared = Math.min(left.size(), right.size());
    for (int i = 0; i < shared; i++) {
      int order = compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private static int kind(Dim dim) {
    return switch (dim) {
      case Constant _ -> 0;
      case Symbol _ -> 1;
      case Element _ -> 2;
      case Product _ -> 3;
      case Sum _ -> 4;
      case FloorDiv _ -> 5;
      case Mod _ -> 6;
      case CeilDiv _ -> 7;
      case Min _ -> 8;
      case Max _ -> 9;
      case Joined _ -> 10;
      case Spread _ -> 11;
      case Choice _ -> 12;
    };
  }
}
