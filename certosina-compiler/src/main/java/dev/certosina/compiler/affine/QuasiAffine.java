package dev.certosina.compiler.affine;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// An integer formula over variables with sums, constant factors, and division by constants: what
/// addresses become once axes are fused and cut into tiles.
///
/// Division rounds towards minus infinity and the remainder is never negative. The records hold
/// whatever they are given; [NormalForms] simplifies.
public sealed interface QuasiAffine {

  record Constant(long value) implements QuasiAffine {}

  record Variable(String name) implements QuasiAffine {}

  record Sum(List<QuasiAffine> terms) implements QuasiAffine {
    public Sum {
      terms = List.copyOf(terms);
    }
  }

  record Scaled(QuasiAffine operand, long factor) implements QuasiAffine {}

  /// `operand div divisor`; the divisor is positive.
  record Quotient(QuasiAffine operand, long divisor) implements QuasiAffine {}

  /// `operand mod divisor`; the divisor is positive.
  record Remainder(QuasiAffine operand, long divisor) implements QuasiAffine {}

  /// The value where every variable has the value that `variables` gives it.
  default long evaluate(ToLongFunction<String> variables) {
    return switch (this) {
      case Constant(long value) -> value;
      case Variable(String name) -> variables.applyAsLong(name);
      case Sum(List<QuasiAffine> terms) ->
          terms.stream().mapToLong(term -> term.evaluate(variables)).sum();
      case Scaled(QuasiAffine operand, long factor) -> operand.evaluate(variables) * factor;
      case Quotient(QuasiAffine operand, long divisor) ->
          Math.floorDiv(operand.evaluate(variables), divisor);
      case Remainder(QuasiAffine operand, long divisor) ->
          Math.floorMod(operand.evaluate(variables), divisor);
    };
  }

  /// Puts a formula in the place of every variable, and simplifies nothing.
  default QuasiAffine substitute(Function<String, QuasiAffine> replacement) {
    return switch (this) {
      case Constant constant -> constant;
      case Variable(String name) -> replacement.apply(name);
      case Sum(List<QuasiAffine> terms) ->
          new Sum(terms.stream().map(term -> term.substitute(replacement)).toList());
      case Scaled(QuasiAffine operand, long factor) ->
          new Scaled(operand.substitute(replacement), factor);
      case Quotient(QuasiAffine operand, long divisor) ->
          new Quotient(operand.substitute(replacement), divisor);
      case Remainder(QuasiAffine operand, long divisor) ->
          new Remainder(operand.substitute(replacement), divisor);
    };
  }

  /// True if `variable` occurs.
  default boolean uses(String variable) {
    return switch (this) {
      case Constant _ -> false;
      case Variable(String name) -> name.equals(variable);
      case Sum(List<QuasiAffine> terms) -> terms.stream().anyMatch(term -> term.uses(variable));
      case Scaled(QuasiAffine operand, long _) -> operand.uses(variable);
      case Quotient(QuasiAffine operand, long _) -> operand.uses(variable);
      case Remainder(QuasiAffine operand, long _) -> operand.uses(variable);
    };
  }
}
