package dev.certosina.runtime.dim;

import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim.Constant;
import dev.certosina.runtime.dim.Dim.Product;
import dev.certosina.runtime.dim.Dim.Sum;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A sum of monomials with 64-bit coefficients, in the middle of being simplified.
///
/// A monomial is a sorted list of atoms (anything but a constant, sum or product), repeated for
/// powers; the empty list is the constant term. Iteration runs from the highest monomial to the
/// constant term.
final class Polynomial {
  private static final int MAX_DEGREE = 64;

  private final TreeMap<List<Dim>, Long> terms = new TreeMap<>(DimOrder.MONOMIALS);

  static Polynomial of(Dim dim) {
    var polynomial = new Polynomial();
    polynomial.addDim(dim, 1);
    return polynomial;
  }

  Map<List<Dim>, Long> terms() {
    return terms;
  }

  boolean isZero() {
    return terms.isEmpty();
  }

  long constantTerm() {
    return terms.getOrDefault(List.of(), 0L);
  }

  /// Adds `scale * dim`.
  void addDim(Dim dim, long scale) {
    switch (dim) {
      case Constant(long value) -> addTerm(List.of(), multiplyExact(value, scale));
      case Sum(List<Dim> addends) -> addends.forEach(addend -> addDim(addend, scale));
      case Product(List<Dim> factors) -> addProduct(factors, scale);
      case Dim.Symbol _,
          Dim.Element _,
          Dim.FloorDiv _,
          Dim.Mod _,
          Dim.CeilDiv _,
          Dim.Min _,
          Dim.Max _,
          Dim.Joined _,
          Dim.Spread _,
          Dim.Choice _ ->
          addTerm(List.of(dim), scale);
    }
  }

  private void addProduct(List<Dim> factors, long scale) {
    if (factors.getFirst() instanceof Constant(long value)) {
      addTerm(factors.subList(1, factors.size()), multiplyExact(value, scale));
    } else {
      addTerm(factors, scale);
    }
  }

  void addTerm(List<Dim> monomial, long coefficient) {
    long sum = addExact(terms.getOrDefault(monomial, 0L), coefficient);
    if (sum == 0) {
      terms.remove(monomial);
    } else {
      terms.put(List.copyOf(monomial), sum);
    }
  }

  Polynomial times(Polynomial other) {
    if ((long) terms.size() * other.terms.size() > 4L * Dims.MAX_NODES) {
      throw tooLarge();
    }
    var product = new Polynomial();
    terms.forEach((left, leftFactor) ->
        other.terms.forEach((right, rightFactor) ->
            product.addTerm(
                multiplyMonomials(left, right), multiplyExact(leftFactor, rightFactor))));
    return product;
  }

  /// Subtracts `coefficient * monomial * other`.
  void subtractMultiple(Polynomial other, List<Dim> monomial, long coefficient) {
    other.terms.forEach((key, factor) ->
        addTerm(
            multiplyMonomials(key, monomial),
            multiplyExact(multiplyExact(factor, coefficient), -1)));
  }

  static List<Dim> multiplyMonomials(List<Dim> left, List<Dim> right) {
    if (left.size() + right.size() > MAX_DEGREE) {
      throw tooLarge();
    }
    var product = new ArrayList<Dim>(left);
    product.addAll(right);
    product.sort(DimOrder.ATOMS);
    return product;
  }

  /// The canonical dim: the constant term first, then monomials from the highest down.
  Dim toDim() {
    var addends = new ArrayList<Dim>(terms.size());
    long constant = constantTerm();
    if (constant != 0 || terms.isEmpty()) {
      addends.add(Dims.constant(constant));
    }
    terms.forEach((monomial, coefficient) -> {
      if (!monomial.isEmpty()) {
        addends.add(term(monomial, coefficient));
      }
    });
    return addends.size() == 1 ? addends.getFirst() : DimTree.checked(new Sum(addends));
  }

  private static Dim term(List<Dim> monomial, long coefficient) {
    if (coefficient == 1 && monomial.size() == 1) {
      return monomial.getFirst();
    }
    var factors = new ArrayList<Dim>(monomial.size() + 1);
    if (coefficient != 1) {
      factors.add(Dims.constant(coefficient));
    }
    factors.addAll(monomial);
    return DimTree.checked(new Product(factors));
  }

  static long addExact(long left, long right) {
    try {
      return Math.addExact(left, right);
    } catch (ArithmeticException e) {
      throw new ModelException("dim " + left + " + " + right + " overflows 64 bits", e);
    }
  }

  static long multiplyExact(long left, long right) {
    try {
      return Math.multiplyExact(left, right);
    } catch (ArithmeticException e) {
      throw new ModelException("dim " + left + " * " + right + " overflows 64 bits", e);
    }
  }

  static ModelException tooLarge() {
    return new ModelException(
        "dim expression grows beyond " + Dims.MAX_NODES + " nodes; such shapes are not supported");
  }
}
