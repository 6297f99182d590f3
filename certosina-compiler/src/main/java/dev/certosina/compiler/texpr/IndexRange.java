package dev.certosina.compiler.texpr;

import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.function.Function;

/// The least and the greatest value of a linear form over a domain; both are reached.
public record IndexRange(Dim least, Dim most) {
  private static final Dim ZERO = Dims.constant(0);

  /// @param extent of an axis by its name; at least 1
  /// @throws ModelException where the sign of a coefficient depends on the shapes of a call
  public static IndexRange of(IndexExpr index, Function<String, Dim> extent) {
    Dim least = index.offset();
    Dim most = index.offset();
    for (IndexExpr.Term term : index.terms()) {
      Dim last = Dims.subtract(extent.apply(term.axis()), Dims.constant(1));
      Dim reach = Dims.multiply(term.coefficient(), last);
      if (Dims.isAtMost(ZERO, term.coefficient())) {
        most = Dims.add(most, reach);
      } else if (Dims.isAtMost(term.coefficient(), ZERO)) {
        least = Dims.add(least, reach);
      } else {
        throw new ModelException(
            "coordinate %s: found coefficient %s of '%s', needed one with a known sign"
                .formatted(
                    IndexStatementPrinter.print(index),
                    Dims.print(term.coefficient()),
                    term.axis()));
      }
    }
    return new IndexRange(least, most);
  }

  /// True if every value is certainly in `[0, extent)`.
  public boolean isWithin(Dim extent) {
    return Dims.isAtMost(ZERO, least) && Dims.isAtMost(Dims.add(most, Dims.constant(1)), extent);
  }
}
