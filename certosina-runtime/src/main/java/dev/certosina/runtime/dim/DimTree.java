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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Walks over dim expressions.
final class DimTree {
  private DimTree() {}

  static List<Dim> children(Dim dim) {
    return switch (dim) {
      case Constant _, Symbol _, Element _ -> List.of();
      case Sum(List<Dim> terms) -> terms;
      case Product(List<Dim> factors) -> factors;
      case FloorDiv(Dim value, Dim divisor) -> List.of(value, divisor);
      case Mod(Dim value, Dim divisor) -> List.of(value, divisor);
      case CeilDiv(Dim value, Dim divisor) -> List.of(value, divisor);
      case Min(Dim left, Dim right) -> List.of(left, right);
      case Max(Dim left, Dim right) -> List.of(left, right);
      case Joined(Dim left, Dim right) -> List.of(left, right);
      case Spread(Dim extent, Dim joined) -> List.of(extent, joined);
      case Choice(Dim left, Dim right, Dim whenEqual, Dim otherwise) ->
          List.of(left, right, whenEqual, otherwise);
    };
  }

  static void collectSymbols(Dim dim, Set<String> names) {
    if (dim instanceof Symbol(String name)) {
      names.add(name);
    } else {
      children(dim).forEach(child -> collectSymbols(child, names));
    }
  }

  static void collectElements(Dim dim, Set<Element> elements) {
    if (dim instanceof Element element) {
      elements.add(element);
    } else {
      children(dim).forEach(child -> collectElements(child, elements));
    }
  }

  @SuppressWarnings("ReferenceEquality") // the same instance means unchanged
  static Dim substitute(Dim dim, Map<Dim, Dim> replacements) {
    Dim replacement = replacements.get(dim);
    if (replacement != null) {
      return replacement;
    }
    List<Dim> children = children(dim);
    var mapped = new ArrayList<Dim>(children.size());
    boolean changed = false;
    for (Dim child : children) {
      Dim image = substitute(child, replacements);
      changed |= image != child;
      mapped.add(image);
    }
    return changed ? rebuild(dim, mapped) : dim;
  }

  static Dim rebuild(Dim dim, List<Dim> children) {
    return switch (dim) {
      case Constant _, Symbol _, Element _ -> dim;
      case Sum _ -> Dims.add(children);
      case Product _ -> Dims.multiply(children);
      case FloorDiv _ -> Dims.floorDiv(children.get(0), children.get(1));
      case Mod _ -> Dims.mod(children.get(0), children.get(1));
      case CeilDiv _ -> Dims.ceilDiv(children.get(0), children.get(1));
      case Min _ -> Dims.min(children.get(0), children.get(1));
      case Max _ -> Dims.max(children.get(0), children.get(1));
      case Joined _ -> Dims.joined(children.get(0), children.get(1));
      case Spread _ -> Dims.spread(children.get(0), children.get(1));
      case Choice _ ->
          Dims.choice(children.get(0), children.get(1), children.get(2), children.get(3));
    };
  }

  /// Returns `dim`, refusing one of more than [Dims#MAX_NODES] nodes, so that a hostile graph can
  /// exhaust neither memory nor the stack.
  static Dim checked(Dim dim) {
    if (countNodes(dim, 0) > Dims.MAX_NODES) {
      throw Polynomial.tooLarge();
    }
    return dim;
  }

  private static int countNodes(Dim dim, int counted) {
    int count = counted + 1;
    for (Dim child : children(dim)) {
      if (count > Dims.MAX_NODES) {
        return count;
      }
      count = countNodes(child, count);
    }
    return count;
  }
}
