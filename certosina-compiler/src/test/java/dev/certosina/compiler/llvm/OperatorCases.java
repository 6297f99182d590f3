package dev.certosina.compiler.llvm;

import static dev.certosina.compiler.kernel.KernelExprs.*;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.CompareOperator;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.Kernel.UnaryOperator;
import dev.certosina.compiler.kernel.KernelBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/// One kernel for every operator on every element type that it is defined for.
///
/// Each kernel computes `y[i] = f(a[i], b[i], c[i], m[i])` for whole vectors.
final class OperatorCases {
  private static final Set<BinaryOperator> ARITHMETIC =
      EnumSet.of(
          BinaryOperator.ADD,
          BinaryOperator.SUBTRACT,
          BinaryOperator.MULTIPLY,
          BinaryOperator.DIVIDE,
          BinaryOperator.MAX,
          BinaryOperator.MIN);
  private static final Set<BinaryOperator> LOGIC =
      EnumSet.of(BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR);
  private static final Set<BinaryOperator> REDUCTIONS =
      EnumSet.of(
          BinaryOperator.ADD, BinaryOperator.MULTIPLY, BinaryOperator.MAX, BinaryOperator.MIN);

  /// A kernel and what it takes and gives.
  ///
  /// @param type of `a`, `b` and `c`
  /// @param result of `y`
  /// @param takesNan whether operands may be NaN, whose bits are unspecified
  record OperatorCase(Kernel kernel, ElementType type, ElementType result, boolean takesNan) {}

  /// The operands of the expression under test.
  record Operands(Expr a, Expr b, Expr c, Expr mask, Type type, Expr index) {}

  private final int lanes;
  private final List<OperatorCase> cases = new ArrayList<>();

  private OperatorCases(int lanes) {
    this.lanes = lanes;
  }

  /// All cases with so many lanes.
  static List<OperatorCase> all(int lanes) {
    OperatorCases all = new OperatorCases(lanes);
    for (ElementType type : computable()) {
      all.addMoves(type);
      all.addUnary(type);
      all.addBinary(type);
      all.addConversions(type);
    }
    return all.cases;
  }

  static List<ElementType> computable() {
    return Arrays.stream(ElementType.values()).filter(ElementType::isComputable).toList();
  }

  private void addMoves(ElementType type) {
    define("masked_load", type, x -> load("a", x.type(), x.index(), x.mask()));
    define("select", type, x -> select(x.mask(), x.a(), x.b()));
    define("select_scalar", type, x -> select(lane(x.mask(), lanes - 1), x.a(), x.b()));
    define("broadcast", type, x -> new Expr.Broadcast(lane(x.a(), lanes - 1), lanes));
    if (lanes > 1) {
      List<Integer> mixed =
          IntStream.range(0, lanes).map(i -> i * 3 % (2 * lanes)).boxed().toList();
      List<Integer> reversed = new ArrayList<>(mixed);
      Collections.reverse(reversed);
      define(
          "vector",
          type,
          x ->
              vector(
                  IntStream.range(0, lanes)
                      .mapToObj(i -> extract(i % 2 == 0 ? x.a() : x.b(), lanes - 1 - i))
                      .toList()));
      define("shuffle", type, x -> shuffle(shuffle(x.a(), x.b(), mixed), x.c(), reversed));
    }
    if (type == ElementType.INT32 || type == ElementType.INT64) {
      define("iota", type, x -> add(iota(x.type()), x.a()));
    }
  }

  private void addUnary(ElementType type) {
    for (UnaryOperator operator : UnaryOperator.values()) {
      boolean defined =
          switch (operator) {
            case NEGATE, ABS -> isNumber(type);
            case NOT -> type.isInteger() || type == ElementType.BOOL;
            case SQRT, FLOOR, CEIL, ROUND_EVEN -> isFloat(type);
          };
      if (defined) {
        define(operator.name(), type, x -> new Expr.Unary(operator, x.a()));
      }
    }
    if (isFloat(type)) {
      define("FMA", type, x -> fma(x.a(), x.b(), x.c()));
      define("MAX_zero", type, x -> max(x.a(), constant(x.type(), 0.0)));
      define("MAX_constant", type, x -> max(x.a(), constant(x.type(), -100.25)));
      define("MIN_constant", type, x -> min(constant(x.type(), 1.5), x.a()));
    }
  }

  private void addBinary(ElementType type) {
    for (BinaryOperator operator : BinaryOperator.values()) {
      boolean defined =
          type.isInteger()
              || (isFloat(type) && ARITHMETIC.contains(operator))
              || (type == ElementType.BOOL && LOGIC.contains(operator));
      if (defined) {
        define(operator.name(), type, x -> binary(operator, x.a(), x.b()));
      }
      if (isNumber(type) && REDUCTIONS.contains(operator) && lanes > 1) {
        define("reduce_" + operator, type, x -> reduce(operator, x.a()));
      }
    }
    for (CompareOperator operator : CompareOperator.values()) {
      boolean isEquality =
          operator == CompareOperator.EQUAL || operator == CompareOperator.NOT_EQUAL;
      if (isNumber(type) || (type == ElementType.BOOL && isEquality)) {
        define(operator.name(), type, ElementType.BOOL, x -> compare(operator, x.a(), x.b()));
      }
    }
    if (type.isInteger()) {
      define("DIVIDE_by_7", type, x -> divide(x.a(), constant(x.type(), 7)));
      define("REMAINDER_by_8", type, x -> remainder(x.a(), constant(x.type(), 8)));
    }
  }

  private void addConversions(ElementType type) {
    for (ElementType to : computable()) {
      if (to != type) {
        define("to_" + to, type, to, x -> convert(to, x.a()));
      }
      boolean sameWidth = to.byteSize() == type.byteSize();
      if (to != type && sameWidth && to != ElementType.BOOL && type != ElementType.BOOL) {
        define("bits_as_" + to, type, to, x -> bitcast(to, x.a()));
      }
    }
  }

  private void define(String name, ElementType type, Function<Operands, Expr> value) {
    define(name, type, type, value);
  }

  private void define(
      String name, ElementType type, ElementType result, Function<Operands, Expr> value) {
    var b = new KernelBuilder("%s_%s_x%d".formatted(name, type, lanes), Linkage.ENTRY);
    Expr n = b.scalar("n");
    for (String operand : List.of("a", "b", "c")) {
      b.buffer(operand, type, Access.READ, "n");
    }
    b.buffer("m", ElementType.BOOL, Access.READ, "n");
    b.buffer("y", result, Access.WRITE, "n");
    Type vector = new Type(type, lanes);
    b.forLoop(
        "i",
        index(0),
        n,
        lanes,
        i -> {
          Operands operands =
              new Operands(
                  b.bind("x", load("a", vector, i)),
                  b.bind("x", load("b", vector, i)),
                  b.bind("x", load("c", vector, i)),
                  b.bind("x", load("m", new Type(ElementType.BOOL, lanes), i)),
                  vector,
                  i);
          b.store("y", i, value.apply(operands));
        });
    cases.add(new OperatorCase(b.build(), type, result, !name.startsWith("bits_as")));
  }

  private Expr lane(Expr vector, int lane) {
    return lanes == 1 ? vector : extract(vector, lane);
  }

  private static boolean isFloat(ElementType type) {
    return type == ElementType.FLOAT32 || type == ElementType.FLOAT64;
  }

  private static boolean isNumber(ElementType type) {
    return isFloat(type) || type.isInteger();
  }
}
