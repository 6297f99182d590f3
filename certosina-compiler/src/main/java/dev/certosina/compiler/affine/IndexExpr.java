package dev.certosina.compiler.affine;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// A coordinate as a linear form over axes: `sum(coefficient * axis) + offset`.
///
/// Coefficients and the offset are dims, so strides that depend on the shapes of a call are
/// allowed; they may be negative. Each axis occurs at most once and no coefficient is 0.
public record IndexExpr(List<Term> terms, Dim offset) {

  /// `coefficient * axis`.
  public record Term(String axis, Dim coefficient) {}

  public IndexExpr {
    terms = List.copyOf(terms);
  }

  /// The value of `axis` itself.
  public static IndexExpr axis(String axis) {
    return new IndexExpr(List.of(new Term(axis, Dims.constant(1))), Dims.constant(0));
  }

  /// The same value at every point.
  public static IndexExpr constant(Dim offset) {
    return new IndexExpr(List.of(), offset);
  }

  public static IndexExpr constant(long offset) {
    return constant(Dims.constant(offset));
  }

  public IndexExpr plus(IndexExpr other) {
    Map<String, Dim> sum = new LinkedHashMap<>();
    terms.forEach(term -> sum.put(term.axis(), term.coefficient()));
    other.terms.forEach(term -> sum.merge(term.axis(), term.coefficient(), Dims::add));
    return of(sum, Dims.add(offset, other.offset));
  }

  public IndexExpr plus(Dim constant) {
    return new IndexExpr(terms, Dims.add(offset, constant));
  }

  public IndexExpr times(Dim factor) {
    Map<String, Dim> product = new LinkedHashMap<>();
    terms.forEach(term -> product.put(term.axis(), Dims.multiply(term.coefficient(), factor)));
    return of(product, Dims.multiply(offset, factor));
  }

  /// Replaces each axis by a linear form.
  public IndexExpr substitute(Function<String, IndexExpr> replacement) {
    IndexExpr result = constant(offset);
    for (Term term : terms) {
      result = result.plus(replacement.apply(term.axis()).times(term.coefficient()));
    }
    return result;
  }

  /// The coefficient of `axis`; 0 when it does not occur.
  public Dim coefficient(String axis) {
    for (Term term : terms) {
      if (term.axis().equals(axis)) {
        return term.coefficient();
      }
    }
    return Dims.constant(0);
  }

  public boolean uses(String axis) {
    return terms.stream().anyMatch(term -> term.axis().equals(axis));
  }

  private static IndexExpr of(Map<String, Dim> coefficients, Dim offset) {
    List<Term> terms = new ArrayList<>();
    coefficients.forEach((axis, coefficient) -> {
      if (!coefficient.equals(Dims.constant(0))) {
        terms.add(new Term(axis, coefficient));
      }
    });
    return new IndexExpr(terms, offset);
  }
}
