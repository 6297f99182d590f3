package dev.certosina.compiler.affine;

import dev.certosina.compiler.affine.QuasiAffine.Constant;
import dev.certosina.compiler.affine.QuasiAffine.Quotient;
import dev.certosina.compiler.affine.QuasiAffine.Remainder;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import java.util.List;

/// Writes formulas as in `(4*n+2*p+q)/2*20`: `/` rounds down, `mod` is never negative, both bind
/// like `*`, from left to right.
public final class QuasiAffinePrinter {
  private QuasiAffinePrinter() {}

  public static String print(QuasiAffine formula) {
    return switch (formula) {
      case Constant(long value) -> Long.toString(value);
      case Variable(String name) -> name;
      case Sum(List<QuasiAffine> terms) -> sum(terms);
      case Scaled(Variable(String name), long factor) -> factor + "*" + name;
      case Scaled(QuasiAffine operand, long factor) -> factor(operand) + "*" + factor;
      case Quotient(QuasiAffine operand, long divisor) -> factor(operand) + "/" + divisor;
      case Remainder(QuasiAffine operand, long divisor) -> factor(operand) + " mod " + divisor;
    };
  }

  private static String sum(List<QuasiAffine> terms) {
    if (terms.isEmpty()) {
      return "0";
    }
    StringBuilder text = new StringBuilder();
    for (QuasiAffine term : terms) {
      String printed = print(term);
      if (!text.isEmpty() && !printed.startsWith("-")) {
        text.append('+');
      }
      text.append(printed);
    }
    return text.toString();
  }

  /// As the left operand of `*`, `/` or `mod`; sums and what starts with a number of its own are
  /// put in parentheses.
  private static String factor(QuasiAffine operand) {
    return switch (operand) {
      case Variable(String name) -> name;
      case Quotient _, Remainder _ -> print(operand);
      case Constant(long value) when value >= 0 -> print(operand);
      case Constant _, Sum _, Scaled _ -> "(" + print(operand) + ")";
    };
  }
}
