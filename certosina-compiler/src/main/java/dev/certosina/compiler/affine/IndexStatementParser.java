package dev.certosina.compiler.affine;

import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.IndexStatement.ElementOperation;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/// Reads index statements such as `C[m,n] += A[m,k] * B[k,n]`.
///
/// ```
/// statement  = access ("+=" | "*=" | "max=" | "min=") access { operation access }
/// operation  = "*" | "+" | "-"                      the same one throughout
/// access     = name "[" [ sum { "," sum } ] [ "|" number ] "]"
/// sum        = [ "-" ] product { ("+" | "-") product }
/// product    = factor { "*" factor }                at most one factor with an axis
/// factor     = integer | axis | "(" sum ")" | "-" factor
/// ```
///
/// The number after the bar is the access's padding; the destination has none. Whatever does not
/// fit is refused with a [ModelException] of one line that names the column, counted from 1, what
/// was found and what was needed.
public final class IndexStatementParser {
  private static final int DEEPEST_PARENTHESES = 50;
  private static final String COORDINATE_END = "'+', '-', '*', ',', '|' or ']'";

  private final StatementCursor cursor;
  private int depth;

  private IndexStatementParser(String text) {
    this.cursor = new StatementCursor(text);
  }

  public static IndexStatement parse(String text) {
    IndexStatementParser parser = new IndexStatementParser(text);
    IndexStatement statement = parser.statement();
    if (!parser.cursor.atEnd()) {
      throw parser.cursor.error("an operation between operands ('*', '+' or '-') or the end");
    }
    return statement;
  }

  private IndexStatement statement() {
    Access destination = access(false);
    Accumulation accumulation = accumulation();
    List<Access> operands = new ArrayList<>(List.of(access(true)));
    Optional<ElementOperation> operation = operation();
    ElementOperation first = operation.orElse(ElementOperation.MULTIPLY);
    while (operation.isPresent()) {
      if (operation.get() != first) {
        throw cursor.back(1).error("'" + first.text() + "': a statement has one kind of operation");
      }
      operands.add(access(true));
      operation = operation();
    }
    return new IndexStatement(destination, accumulation, first, operands);
  }

  private Accumulation accumulation() {
    for (Accumulation candidate : Accumulation.values()) {
      if (cursor.take(candidate.text())) {
        return candidate;
      }
    }
    throw cursor.error("an assignment ('+=', '*=', 'max=' or 'min=')");
  }

  private Optional<ElementOperation> operation() {
    for (ElementOperation candidate : ElementOperation.values()) {
      if (cursor.take(candidate.text())) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private Access access(boolean mayPad) {
    String tensor = cursor.name("a tensor");
    cursor.expect("[");
    List<IndexExpr> coordinates = new ArrayList<>();
    if (cursor.peek() != ']' && cursor.peek() != '|') {
      coordinates.add(sum());
      while (cursor.take(",")) {
        coordinates.add(sum());
      }
    }
    OptionalDouble padding = OptionalDouble.empty();
    if (cursor.peek() == '|') {
      if (!mayPad) {
        throw cursor.error("',' or ']': only what is read has padding");
      }
      cursor.expect("|");
      padding = OptionalDouble.of(cursor.number());
    }
    if (!cursor.take("]")) {
      throw cursor.error(padding.isPresent() ? "']'" : affineOr(COORDINATE_END));
    }
    return new Access(tensor, coordinates, padding);
  }

  private IndexExpr sum() {
    IndexExpr sum = product();
    while (cursor.peek() == '+' || cursor.peek() == '-') {
      boolean negative = cursor.peek() == '-';
      cursor.expect(negative ? "-" : "+");
      StatementCursor before = cursor.back(0);
      IndexExpr left = sum;
      IndexExpr right = product();
      sum = exact(before, () -> left.plus(negative ? right.times(Dims.constant(-1)) : right));
    }
    return sum;
  }

  private IndexExpr product() {
    IndexExpr product = factor();
    while (cursor.take("*")) {
      StatementCursor before = cursor.back(0);
      IndexExpr left = product;
      IndexExpr right = factor();
      if (!left.terms().isEmpty() && !right.terms().isEmpty()) {
        throw before.error(
            "an integer: a coordinate is affine, so axes are not multiplied by axes");
      }
      product = exact(before, () -> multiply(left, right));
    }
    return product;
  }

  private static IndexExpr exact(StatementCursor at, Supplier<IndexExpr> result) {
    try {
      return result.get();
    } catch (ModelException _) {
      throw at.error("numbers whose results fit 64 bits");
    }
  }

  private static IndexExpr multiply(IndexExpr left, IndexExpr right) {
    return right.terms().isEmpty() ? left.times(right.offset()) : right.times(left.offset());
  }

  private IndexExpr factor() {
    if (++depth > DEEPEST_PARENTHESES) {
      throw cursor.error("parentheses and signs nested at most " + DEEPEST_PARENTHESES + " deep");
    }
    IndexExpr factor = unnestedFactor();
    depth--;
    return factor;
  }

  private IndexExpr unnestedFactor() {
    if (cursor.take("-")) {
      return factor().times(Dims.constant(-1));
    }
    if (cursor.take("(")) {
      IndexExpr inner = sum();
      if (!cursor.take(")")) {
        throw cursor.error(affineOr("'+', '-', '*' or ')'"));
      }
      return inner;
    }
    return cursor.atDigit()
        ? IndexExpr.constant(cursor.integer())
        : IndexExpr.axis(cursor.name("an axis, an integer or '('"));
  }

  /// What was needed, with a reason where the next character divides.
  private String affineOr(String needed) {
    return switch (cursor.peek()) {
      case '/', '%' -> needed + ": a coordinate is affine, so nothing is divided";
      default -> needed;
    };
  }
}
