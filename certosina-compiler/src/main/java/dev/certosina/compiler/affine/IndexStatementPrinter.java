package dev.certosina.compiler.affine;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Index statements as text that [IndexStatementParser] reads back.
///
/// `O[n,oc,oh,ow] += I[n,ic,oh*2+kh-1,ow*2+kw-1 | 0] * W[oc,ic,kh,kw]`: coordinates in brackets,
/// the padding of an access after a bar. Names that are not identifiers stand in double quotes. A
/// coefficient or offset that is no constant is printed in parentheses; that form is for reading
/// only.
public final class IndexStatementPrinter {
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");
  private static final double LARGEST_PLAIN_INTEGER = 1e15;

  private IndexStatementPrinter() {}

  public static String print(IndexStatement statement) {
    return print(statement.destination())
        + " "
        + statement.accumulation().text()
        + " "
        + statement.operands().stream()
            .map(IndexStatementPrinter::print)
            .collect(Collectors.joining(" " + statement.operation().text() + " "));
  }

  public static String print(Access access) {
    String coordinates =
        access.coordinates().stream()
            .map(IndexStatementPrinter::print)
            .collect(Collectors.joining(","));
    return name(access.tensor()) + "[" + coordinates + padding(access.padding()) + "]";
  }

  /// A linear form, terms first: `oh*2+kh-1`.
  public static String print(IndexExpr index) {
    StringBuilder out = new StringBuilder();
    for (IndexExpr.Term term : index.terms()) {
      append(out, term.coefficient(), name(term.axis()));
    }
    if (out.isEmpty()) {
      return index.offset() instanceof Dim.Constant(long value)
          ? Long.toString(value)
          : symbolic(index.offset());
    }
    if (!index.offset().equals(Dims.constant(0))) {
      append(out, index.offset(), "");
    }
    return out.toString();
  }

  /// Adds `factor * axis`, or `factor` alone where there is no axis.
  private static void append(StringBuilder out, Dim factor, String axis) {
    boolean negative = factor instanceof Dim.Constant(long value) && value < 0;
    out.append(negative ? "-" : out.isEmpty() ? "" : "+").append(axis);
    String number =
        factor instanceof Dim.Constant(long value)
            ? Long.toString(value).replace("-", "")
            : symbolic(factor);
    if (axis.isEmpty()) {
      out.append(number);
    } else if (!number.equals("1")) {
      out.append('*').append(number);
    }
  }

  private static String symbolic(Dim dim) {
    return "(" + Dims.print(dim) + ")";
  }

  private static String padding(OptionalDouble padding) {
    return padding.isEmpty() ? "" : " | " + number(padding.getAsDouble());
  }

  private static String number(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (Double.isNaN(value)) {
      return "nan";
    }
    boolean plain =
        value == Math.rint(value)
            && Math.abs(value) < LARGEST_PLAIN_INTEGER
            && Double.compare(value, -0.0) != 0;
    return plain ? Long.toString((long) value) : Double.toString(value);
  }

  private static String name(String name) {
    return IDENTIFIER.matcher(name).matches()
        ? name
        : "\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
