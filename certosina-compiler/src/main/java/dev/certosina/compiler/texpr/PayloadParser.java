package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads payloads and index expressions as [TensorProgramPrinter] writes them.
final class PayloadParser {
  private final ProgramCursor cursor;

  PayloadParser(ProgramCursor cursor) {
    this.cursor = cursor;
  }

  Payload payload() {
    char next = cursor.peek();
    if (next == '(') {
      return infix();
    }
    if (next == '-' || next == '+' || (next >= '0' && next <= '9')) {
      return literal();
    }
    if (cursor.atQuote()) {
      return access(cursor.quoted());
    }
    String word = cursor.word();
    return cursor.peek() == '[' ? access(word) : call(word);
  }

  List<IndexExpr> coordinates() {
    cursor.expect("[");
    List<IndexExpr> coordinates = new ArrayList<>();
    while (!cursor.take("]")) {
      if (!coordinates.isEmpty()) {
        cursor.expect(",");
      }
      coordinates.add(index());
    }
    return coordinates;
  }

  private IndexExpr index() {
    List<IndexExpr.Term> terms = new ArrayList<>();
    Dim offset = Dims.constant(0);
    do {
      Optional<Dim> factor = factor();
      if (factor.isEmpty()) {
        terms.add(new IndexExpr.Term(cursor.axisName(), Dims.constant(1)));
      } else if (cursor.take("*")) {
        terms.add(new IndexExpr.Term(cursor.axisName(), factor.get()));
      } else {
        offset = factor.get();
      }
    } while (cursor.take("+"));
    return new IndexExpr(terms, offset);
  }

  private Optional<Dim> factor() {
    char next = cursor.peek();
    if (next == '-' || (next >= '0' && next <= '9')) {
      return Optional.of(Dims.constant(cursor.integer()));
    }
    if (!cursor.take("(")) {
      return Optional.empty();
    }
    Dim dim = cursor.dim(")");
    cursor.expect(")");
    return Optional.of(dim);
  }

  private Payload access(String tensor) {
    cursor.expect("[");
    List<IndexExpr> coordinates = new ArrayList<>();
    Optional<Payload> gathered = Optional.empty();
    int gatherDim = 0;
    while (!cursor.take("]")) {
      if (!coordinates.isEmpty()) {
        cursor.expect(",");
      }
      if (gathered.isEmpty() && cursor.take("@(")) {
        gatherDim = coordinates.size();
        gathered = Optional.of(payload());
        coordinates.add(IndexExpr.constant(0));
        cursor.expect(")");
      } else {
        coordinates.add(index());
      }
    }
    int dim = gatherDim;
    return gathered
        .<Payload>map(index -> new Payload.Gather(tensor, coordinates, dim, index))
        .orElseGet(() -> new Payload.Load(tensor, coordinates));
  }

  private Payload infix() {
    cursor.expect("(");
    Payload left = payload();
    BinaryOperator operator = symbol();
    Payload right = payload();
    cursor.expect(")");
    return new Payload.Binary(operator, left, right);
  }

  private BinaryOperator symbol() {
    // Longest first, so that "<=" is not read as "<".
    for (int length = 2; length > 0; length--) {
      for (BinaryOperator operator : BinaryOperator.values()) {
        String symbol = TensorProgramPrinter.symbol(operator);
        if (symbol.length() == length && cursor.take(symbol)) {
          return operator;
        }
      }
    }
    throw cursor.error("an infix operator");
  }

  private Payload literal() {
    String number = cursor.number();
    cursor.expect(":");
    ElementType type = type(cursor.word());
    try {
      return type.isFloat()
          ? new Payload.FloatConstant(type, floating(number))
          : new Payload.IntConstant(type, Long.parseLong(number));
    } catch (NumberFormatException e) {
      throw cursor.error("a number of type " + type + " before this");
    }
  }

  private static double floating(String number) {
    return switch (number) {
      case "+nan" -> Double.NaN;
      case "+inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(number);
    };
  }

  private Payload call(String word) {
    cursor.expect("(");
    Payload result = arguments(word);
    cursor.expect(")");
    return result;
  }

  private Payload arguments(String word) {
    if (word.equals("index")) {
      return new Payload.IndexValue(index());
    }
    if (word.equals("select")) {
      Payload condition = payload();
      cursor.expect(",");
      Payload whenTrue = payload();
      cursor.expect(",");
      return new Payload.Select(condition, whenTrue, payload());
    }
    for (UnaryOperator operator : UnaryOperator.values()) {
      if (TensorProgramPrinter.word(operator).equals(word)) {
        return new Payload.Unary(operator, payload());
      }
    }
    for (BinaryOperator operator : BinaryOperator.values()) {
      if (TensorProgramPrinter.word(operator).equals(word)) {
        Payload left = payload();
        cursor.expect(",");
        return new Payload.Binary(operator, left, payload());
      }
    }
    return new Payload.Convert(type(word), payload());
  }

  private ElementType type(String word) {
    return ElementType.parse(word)
        .orElseThrow(() -> cursor.error("a function or element type instead of " + word));
  }
}
