package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.CompareOperator;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.Kernel.UnaryOperator;
import dev.certosina.compiler.target.Intrinsic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Reads the expressions of a kernel's text, and keeps the types of the names in scope.
final class KernelExprParser {
  private final KernelTokens tokens;
  private final Function<String, Optional<Intrinsic>> intrinsics;
  private final Deque<Map<String, Type>> scopes = new ArrayDeque<>();

  /// @param intrinsics the instruction of a name
  KernelExprParser(KernelTokens tokens, Function<String, Optional<Intrinsic>> intrinsics) {
    this.tokens = tokens;
    this.intrinsics = intrinsics;
  }

  void beginKernel() {
    scopes.clear();
    beginBody();
  }

  void beginBody() {
    scopes.push(new HashMap<>());
  }

  void endBody() {
    scopes.pop();
  }

  void bind(String name, Type type) {
    scopes.element().put(name, type);
  }

  Expr expression() {
    String token = tokens.peek();
    if (tokens.accept("(")) {
      return infix();
    }
    if (tokens.accept("@")) {
      return new Expr.CoordinateValue(constantOf(Coordinate.class));
    }
    boolean isNumber = token.matches("-?\\d.*");
    if (isNumber || tokens.peekSecond().equals(":")) {
      return literal();
    }
    return tokens.peekSecond().equals("(") ? function() : variable();
  }

  /// `[index]`
  Expr bracketed() {
    tokens.expect("[");
    Expr index = expression();
    tokens.expect("]");
    return index;
  }

  ElementType elementType() {
    ElementType element =
        ElementType.parse(tokens.peek()).orElseThrow(() -> tokens.unexpected("an element type"));
    tokens.next();
    return element;
  }

  /// The constant of an enum that is named by the next token in lower case.
  <E extends Enum<E>> E constantOf(Class<E> type) {
    return find(type.getEnumConstants(), tokens.peek())
        .map(constant -> {
          tokens.next();
          return constant;
        })
        .orElseThrow(() ->
            tokens.unexpected(
                "one of " + Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT)));
  }

  private Expr infix() {
    Expr left = expression();
    String sign = tokens.next();
    Optional<Expr> result = infix(left, sign);
    tokens.expect(")");
    return result.orElseThrow(() -> tokens.unexpected("an operator before it, not '" + sign + "'"));
  }

  private Optional<Expr> infix(Expr left, String sign) {
    for (BinaryOperator operator : BinaryOperator.values()) {
      if (KernelPrinter.symbol(operator).equals(Optional.of(sign))) {
        return Optional.of(new Expr.Binary(operator, left, expression()));
      }
    }
    for (CompareOperator operator : CompareOperator.values()) {
      if (KernelPrinter.symbol(operator).equals(sign)) {
        return Optional.of(new Expr.Compare(operator, left, expression()));
      }
    }
    return Optional.empty();
  }

  private Expr literal() {
    String number = tokens.next();
    Type type = tokens.accept(":") ? type() : Type.INDEX;
    try {
      boolean isFloat = number.matches(".*[.EIN].*");
      return isFloat
          ? new Expr.FloatConstant(type, Double.parseDouble(number))
          : new Expr.IntConstant(type, Long.parseLong(number));
    } catch (NumberFormatException _) {
      throw tokens.unexpected("a number before it, not '" + number + "'");
    }
  }

  private Expr variable() {
    for (Map<String, Type> scope : scopes) {
      Type type = scope.get(tokens.peek());
      if (type != null) {
        return new Expr.Variable(tokens.next(), type);
      }
    }
    throw tokens.unexpected("a bound name, a literal or a function");
  }

  private Expr function() {
    String name = tokens.name();
    tokens.expect("(");
    Expr result = function(name);
    tokens.expect(")");
    return result;
  }

  private Expr function(String name) {
    return switch (name) {
      case "in_scratch" -> new Expr.InScratch(tokens.name());
      case "load" -> load();
      case "fma" -> new Expr.Fma(expression(), afterComma(), afterComma());
      case "select" -> new Expr.Select(expression(), afterComma(), afterComma());
      case "convert" -> new Expr.Convert(elementType(), afterComma());
      case "bitcast" -> new Expr.Bitcast(elementType(), afterComma());
      case "broadcast" -> new Expr.Broadcast(expression(), integerAfterComma());
      case "iota" -> new Expr.Iota(type());
      case "reduce" -> new Expr.Reduce(constantOf(BinaryOperator.class), afterComma());
      case "extract" -> new Expr.Extract(expression(), integerAfterComma());
      case "shuffle" -> new Expr.Shuffle(expression(), afterComma(), lanesAfterComma());
      case "vector" -> new Expr.Vector(expressions());
      case "invoke" -> invoke();
      default -> operator(name);
    };
  }

  private Expr operator(String name) {
    Optional<UnaryOperator> unary = find(UnaryOperator.values(), name);
    if (unary.isPresent()) {
      return new Expr.Unary(unary.get(), expression());
    }
    Optional<BinaryOperator> binary =
        find(BinaryOperator.values(), name)
            .filter(operator -> KernelPrinter.symbol(operator).isEmpty());
    if (binary.isEmpty()) {
      throw tokens.unexpected("the argument of a known function, not of '" + name + "'");
    }
    return new Expr.Binary(binary.get(), expression(), afterComma());
  }

  private Expr load() {
    String buffer = tokens.name();
    Expr index = bracketed();
    tokens.expect(",");
    Type type = type();
    Optional<Expr> mask = tokens.accept(",") ? Optional.of(expression()) : Optional.empty();
    return new Expr.Load(buffer, type, index, mask);
  }

  private Expr invoke() {
    Optional<Intrinsic> intrinsic = intrinsics.apply(tokens.quoted());
    if (intrinsic.isEmpty()) {
      throw tokens.unexpected("the name of a known instruction before it");
    }
    tokens.expect(",");
    return new Expr.Invoke(intrinsic.get(), expressions());
  }

  /// One or more, separated by commas.
  private List<Expr> expressions() {
    List<Expr> all = new ArrayList<>();
    do {
      all.add(expression());
    } while (tokens.accept(","));
    return all;
  }

  private Expr afterComma() {
    tokens.expect(",");
    return expression();
  }

  private int integerAfterComma() {
    tokens.expect(",");
    return tokens.smallInteger();
  }

  private List<Integer> lanesAfterComma() {
    tokens.expect(",");
    tokens.expect("[");
    List<Integer> lanes = new ArrayList<>();
    lanes.add(tokens.smallInteger());
    while (tokens.accept(",")) {
      lanes.add(tokens.smallInteger());
    }
    tokens.expect("]");
    return lanes;
  }

  /// An element type, with `x` and a number of lanes or without.
  private Type type() {
    String token = tokens.peek();
    int cross = token.indexOf('x');
    String element = cross < 0 ? token : token.substring(0, cross);
    String lanes = cross < 0 ? "1" : token.substring(cross + 1);
    ElementType parsed = ElementType.parse(element).orElseThrow(() -> tokens.unexpected("a type"));
    if (!lanes.matches("[1-9]\\d{0,8}")) {
      throw tokens.unexpected("a type");
    }
    tokens.next();
    return new Type(parsed, Integer.parseInt(lanes));
  }

  private static <E extends Enum<E>> Optional<E> find(E[] constants, String text) {
    return Arrays.stream(constants)
        .filter(constant -> KernelPrinter.lower(constant).equals(text))
        .findFirst();
  }
}
