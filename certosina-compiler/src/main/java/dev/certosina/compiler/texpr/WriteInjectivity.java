package dev.certosina.compiler.texpr;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Whether coordinates tell the points of a domain apart.
///
/// A sound test that is not complete: a coordinate determines its axes if, with those of other
/// coordinates known, the remaining ones form a mixed radix: sorted by the size of the coefficient,
/// each coefficient is larger than what all smaller ones can add up to. Axes of extent 1 need no
/// telling apart.
final class WriteInjectivity {
  private final Map<String, Dim> extents;
  private final Set<String> known = new LinkedHashSet<>();

  private WriteInjectivity(Map<String, Dim> extents) {
    this.extents = extents;
  }

  /// True if two points that differ in some of the axes never have the same coordinates.
  ///
  /// @param extents of the axes to tell apart
  static boolean holds(List<IndexExpr> coordinates, Map<String, Dim> extents) {
    return new WriteInjectivity(extents).determinesAll(coordinates);
  }

  private boolean determinesAll(List<IndexExpr> coordinates) {
    extents.forEach((axis, extent) -> {
      if (extent.equals(Dims.constant(1))) {
        known.add(axis);
      }
    });
    int before = -1;
    while (before < known.size()) {
      before = known.size();
      coordinates.forEach(this::learn);
    }
    return known.containsAll(extents.keySet());
  }

  private void learn(IndexExpr coordinate) {
    List<IndexExpr.Term> unknown = new ArrayList<>();
    for (IndexExpr.Term term : coordinate.terms()) {
      if (!known.contains(term.axis())) {
        unknown.add(new IndexExpr.Term(term.axis(), magnitude(term.coefficient())));
      }
    }
    if (isMixedRadix(unknown)) {
      unknown.forEach(term -> known.add(term.axis()));
    }
  }

  private boolean isMixedRadix(List<IndexExpr.Term> terms) {
    if (terms.stream().anyMatch(term -> !Dims.isAtMost(Dims.constant(1), term.coefficient()))) {
      return false;
    }
    // Symbolic extents put nothing in order; constants do.
    List<IndexExpr.Term> sorted = new ArrayList<>(terms);
    sorted.sort(
        Comparator.comparingLong(
            term -> Dims.constantValue(term.coefficient()).orElse(Long.MAX_VALUE)));
    Dim reach = Dims.constant(0);
    for (IndexExpr.Term term : sorted) {
      if (!Dims.isAtMost(Dims.add(reach, Dims.constant(1)), term.coefficient())) {
        return false;
      }
      Dim last = Dims.subtract(Objects.requireNonNull(extents.get(term.axis())), Dims.constant(1));
      reach = Dims.add(reach, Dims.multiply(term.coefficient(), last));
    }
    return true;
  }

  private static Dim magnitude(Dim coefficient) {
    return coefficient instanceof Dim.Constant(long value)
        ? Dims.constant(Math.abs(value))
        : coefficient;
  }
}
