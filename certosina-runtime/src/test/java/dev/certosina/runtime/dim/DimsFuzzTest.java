package dev.certosina.runtime.dim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ModelException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/// Random expressions, evaluated as written and after simplification.
class DimsFuzzTest {
  private static final long SEED = Long.getLong("certosina.seed", 20251L);
  private static final int EXPRESSIONS = 4000;
  private static final int BINDINGS = 12;

  /// An expression as written, and its canonical form.
  private record Sample(ToLongFunction<long[]> reference, Dim dim) {}

  @Test
  void simplifiedExpressionsKeepTheirValue() {
    System.out.println("seed=" + SEED);
    var random = new Random(SEED);
    int compared = 0;
    for (int i = 0; i < EXPRESSIONS; i++) {
      Sample sample = sample(random, 4);
      for (int j = 0; j < BINDINGS; j++) {
        long[] values = {
          random.nextInt(9), 1 + random.nextInt(20), random.nextInt(3), random.nextInt(19) - 9
        };
        OptionalLong expected = attempt(sample.reference, values);
        if (expected.isPresent()) {
          compared++;
          assertThat(Dims.evaluate(sample.dim, name -> values[name.charAt(0) - 'a']))
              .as("seed=%d expression %d: %s", SEED, i, Dims.print(sample.dim))
              .isEqualTo(expected.getAsLong());
        }
      }
    }
    assertThat(compared).isGreaterThan(EXPRESSIONS);
  }

  @Test
  void canonicalFormsAreFixedPoints() {
    var random = new Random(SEED + 1);
    for (int i = 0; i < EXPRESSIONS; i++) {
      Dim dim = sample(random, 4).dim;
      assertThat(rebuilt(dim)).as("seed=%d %s", SEED, Dims.print(dim)).isEqualTo(dim);
    }
  }

  @Test
  void printedExpressionsParseBack() {
    var random = new Random(SEED + 2);
    for (int i = 0; i < EXPRESSIONS; i++) {
      Dim dim = sample(random, 5).dim;
      assertThat(Dims.parse(Dims.print(dim))).as("seed=%d", SEED).isEqualTo(dim);
    }
  }

  @Test
  void mutatedTextIsParsedOrRefused() {
    var random = new Random(SEED + 3);
    for (int i = 0; i < EXPRESSIONS; i++) {
      var text = new StringBuilder(Dims.print(sample(random, 3).dim));
      text.setCharAt(random.nextInt(text.length()), "()*-+,x1 \"\\".charAt(random.nextInt(11)));
      try {
        Dims.parse(text.toString());
      } catch (ModelException e) {
        assertThat(e.getMessage()).doesNotContain("\n");
      }
    }
  }

  private static OptionalLong attempt(ToLongFunction<long[]> reference, long[] values) {
    try {
      return OptionalLong.of(reference.applyAsLong(values));
    } catch (ArithmeticException e) {
      return OptionalLong.empty(); // undefined as written: simplification may drop the cause
    }
  }

  private static Sample sample(Random random, int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return leaf(random);
    }
    Sample left = sample(random, depth - 1);
    Sample right = sample(random, depth - 1);
    try {
      return combine(random.nextInt(12), left, right, Dims.constant(1 + random.nextInt(12)));
    } catch (ModelException e) {
      return left; // two constants that cannot be joined, or a constant divisor below 1
    }
  }

  private static Sample leaf(Random random) {
    if (random.nextInt(3) == 0) {
      long value = random.nextInt(25) - 8L;
      return new Sample(_ -> value, Dims.constant(value));
    }
    int symbol = random.nextInt(4);
    String name = String.valueOf((char) ('a' + symbol));
    return new Sample(
        values -> values[symbol], symbol == 3 ? Dims.element(name, 0) : Dims.symbol(name));
  }

  private static Sample combine(int operator, Sample left, Sample right, Dim small) {
    ToLongFunction<long[]> a = left.reference;
    ToLongFunction<long[]> b = right.reference;
    Dim x = left.dim;
    Dim y = right.dim;
    long by = Dims.constantValue(small).orElseThrow();
    return switch (operator) {
      case 0 -> new Sample(v -> a.applyAsLong(v) + b.applyAsLong(v), Dims.add(x, y));
      case 1 -> new Sample(v -> a.applyAsLong(v) - b.applyAsLong(v), Dims.subtract(x, y));
      case 2 -> new Sample(v -> a.applyAsLong(v) * b.applyAsLong(v), Dims.multiply(x, y));
      case 3 -> new Sample(v -> Math.floorDiv(a.applyAsLong(v), by), Dims.floorDiv(x, small));
      case 4 ->
          new Sample(
              v -> Math.floorMod(a.applyAsLong(v), positive(b.applyAsLong(v))), Dims.mod(x, y));
      case 5 ->
          new Sample(
              v -> Math.ceilDiv(a.applyAsLong(v), positive(b.applyAsLong(v))), Dims.ceilDiv(x, y));
      case 6 -> new Sample(v -> Math.min(a.applyAsLong(v), b.applyAsLong(v)), Dims.min(x, y));
      case 7 -> new Sample(v -> Math.max(a.applyAsLong(v), b.applyAsLong(v)), Dims.max(x, y));
      case 8 -> new Sample(v -> joined(a.applyAsLong(v), b.applyAsLong(v)), Dims.joined(x, y));
      case 9 ->
          new Sample(
              v -> a.applyAsLong(v) == by ? b.applyAsLong(v) : a.applyAsLong(v),
              Dims.choice(x, small, y, x));
      case 10 ->
          new Sample(
              v -> a.applyAsLong(v) == b.applyAsLong(v) ? by : b.applyAsLong(v),
              Dims.choice(x, y, small, y));
      default -> new Sample(v -> spread(a.applyAsLong(v), b.applyAsLong(v)), Dims.spread(x, y));
    };
  }

  private static long positive(long divisor) {
    if (divisor < 1) {
      throw new ArithmeticException();
    }
    return divisor;
  }

  private static long joined(long left, long right) {
    if (left != 1 && right != 1 && left != right) {
      throw new ArithmeticException();
    }
    return left == 1 ? right : left;
  }

  private static long spread(long extent, long joined) {
    return extent == 1 && joined != 1 ? 0 : 1;
  }

  private static Dim rebuilt(Dim dim) {
    List<Dim> children = new ArrayList<>();
    DimTree.children(dim).forEach(child -> children.add(rebuilt(child)));
    return DimTree.rebuild(dim, children);
  }
}
