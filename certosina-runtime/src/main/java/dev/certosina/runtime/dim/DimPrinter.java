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
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Infix text of a dim. Sums print their constant last; a symbol that is not a plain word is
/// quoted, with backslash escapes, so that the text stays on one line.
final class DimPrinter {
  static final Set<String> KEYWORDS =
      Set.of("floordiv", "mod", "ceildiv", "min", "max", "joined", "spread", "choice");

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");

  private final StringBuilder text = new StringBuilder();

  private DimPrinter() {}

  static String print(Dim dim) {
    var printer = new DimPrinter();
    printer.write(dim);
    return printer.text.toString();
  }

  private void write(Dim dim) {
    switch (dim) {
      case Constant(long value) -> text.append(value);
      case Symbol(String name) -> writeSymbol(name);
      case Element(String input, int index) -> {
        writeSymbol(input);
        text.append('[').append(index).append(']');
      }
      case Sum(List<Dim> terms) -> writeSum(terms);
      case Product(List<Dim> factors) -> writeProduct(factors);
      case FloorDiv(Dim value, Dim divisor) -> writeInfix(value, " floordiv ", divisor);
      case Mod(Dim value, Dim divisor) -> writeInfix(value, " mod ", divisor);
      case CeilDiv(Dim value, Dim divisor) -> writeInfix(value, " ceildiv ", divisor);
      case Min(Dim left, Dim right) -> writeCall("min", left, right);
      case Max(Dim left, Dim right) -> writeCall("max", left, right);
      case Joined(Dim left, Dim right) -> writeCall("joined", left, right);
      case Spread(Dim extent, Dim joined) -> writeCall("spread", extent, joined);
      case Choice(Dim left, Dim right, Dim whenEqual, Dim otherwise) ->
          writeCall("choice", left, right, whenEqual, otherwise);
    }
  }

  private void writeSum(List<Dim> terms) {
    boolean hasConstant = Dims.isConstant(terms.getFirst());
    List<Dim> rest = hasConstant ? terms.subList(1, terms.size()) : terms;
    write(rest.getFirst());
    rest.subList(1, rest.size()).forEach(this::writeAddend);
    if (hasConstant) {
      writeAddend(terms.getFirst());
    }
  }

  private void writeAddend(Dim term) {
    Dim leading = term instanceof Product(List<Dim> factors) ? factors.getFirst() : term;
    // The negation of the smallest number cannot be written as a number.
    if (leading instanceof Constant(long value) && value < 0 && value > Long.MIN_VALUE) {
      text.append(" - ");
      write(Dims.multiply(Dims.constant(-1), term));
    } else {
      text.append(" + ");
      write(term);
    }
  }

  private void writeProduct(List<Dim> factors) {
    boolean negated = factors.getFirst() instanceof Constant(long value) && value == -1;
    if (negated) {
      text.append('-');
    }
    List<Dim> written = negated ? factors.subList(1, factors.size()) : factors;
    for (int i = 0; i < written.size(); i++) {
      text.append(i == 0 ? "" : " * ");
      writeOperand(written.get(i));
    }
  }

  private void writeInfix(Dim left, String operator, Dim right) {
    writeOperand(left);
    text.append(operator);
    writeOperand(right);
  }

  private void writeOperand(Dim dim) {
    boolean tight =
        switch (dim) {
          case Constant _, Symbol _, Element _, Min _, Max _, Joined _, Spread _, Choice _ -> true;
          case Sum _, Product _, FloorDiv _, Mod _, CeilDiv _ -> false;
        };
    if (tight) {
      write(dim);
    } else {
      text.append('(');
      write(dim);
      text.append(')');
    }
  }

  private void writeCall(String name, Dim... operands) {
    text.append(name);
    for (int i = 0; i < operands.length; i++) {
      text.append(i == 0 ? "(" : ", ");
      write(operands[i]);
    }
    text.append(')');
  }

  private void writeSymbol(String name) {
    if (PLAIN.matcher(name).matches() && !KEYWORDS.contains(name)) {
      text.append(name);
      return;
    }
    text.append('"');
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029) {
        text.append("\\u%04x".formatted((int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }
}
