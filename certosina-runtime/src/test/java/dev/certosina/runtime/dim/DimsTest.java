package dev.certosina.runtime.dim;

import static dev.certosina.runtime.dim.Dims.constant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim.Constant;
import dev.certosina.runtime.dim.Dim.Product;
import dev.certosina.runtime.dim.Dim.Sum;
import dev.certosina.runtime.dim.Dim.Symbol;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DimsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 + 3 * 4 | 14",
        "x + x | 2 * x",
        "x - x | 0",
        "0 * x | 0",
        "(x + 1) * (x - 1) | x * x - 1",
        "y * x + x * y | 2 * x * y",
        "b + a + 1 + a * b | a * b + a + b + 1",
        "-(x - 3) | -x + 3",
        "(6 * x) floordiv 6 | x",
        "(6 * x) mod 3 | 0",
        "(6 * x + 5) floordiv 3 | 2 * x + 1",
        "(6 * x + 5) mod 3 | 2",
        "(7 * x) floordiv 3 | 2 * x + x floordiv 3",
        "(4 * x + 2) floordiv 8 | x floordiv 2",
        "(4 * x + 2) mod 8 | 4 * (x mod 2) + 2",
        "(4 * x + 2) ceildiv 8 | (x + 1) ceildiv 2",
        "(x floordiv 4) floordiv 3 | x floordiv 12",
        "(x ceildiv 4) ceildiv 3 | x ceildiv 12",
        "(x mod 12) mod 4 | x mod 4",
        "(x mod 4) floordiv 7 | 0",
        "(x mod y) floordiv y | 0",
        "(b * s * 384) floordiv (b * s) | 384",
        "(b * s * 384) floordiv (s * 12) | 32 * b",
        "(b * s * h) floordiv (b * h * t) | s floordiv t",
        "(x * x + 2 * x * y + y * y) floordiv (x + y) | x + y",
        "(x * x + 3) mod (x + y) | (x * x + 3) mod (x + y)",
        "(a * x + b * x) mod (a + b) | 0",
        "(x + 63) floordiv 64 * 64 | 64 * ((x + 63) floordiv 64)",
        "t[1] + t[1] | 2 * t[1]",
        "max(t[1], 0) | max(0, t[1])",
        "max(max(t[1], 0), -3) | max(0, t[1])",
        "(e[0] * x) floordiv (e[0] * y) | (x * e[0]) floordiv (y * e[0])",
        "choice(t[0], -1, x, x) | x",
        "choice(-1, t[0], x, y) | choice(t[0], -1, x, y)",
        "choice(x, -1, 7, y) | y",
        "choice(x + 1, x, 7, y) | y",
        "choice(x, x, 7, y) | 7",
        "choice(t[0], 0, 0, t[0]) | t[0]",
        "choice(t[0], 0, x, choice(t[0], 0, y, 3)) | choice(t[0], 0, x, 3)",
        "choice(t[0], 0, choice(t[0], 0, y, 3), x) | choice(t[0], 0, y, x)",
        "min(choice(t[0], 0, 1, x), 0) | 0",
        "min(x, x) | x",
        "min(3, 7) | 3",
        "max(3, 7) | 7",
        "max(x, 0) | x",
        "min(x + 1, x) | x",
        "max(min(x, 512), 600) | 600",
        "min(y, min(x, y)) | min(x, y)",
        "min(min(x, 512), 600) | min(512, x)",
        "min(9223372036854775807, -2) | -2",
        "joined(x, x) | x",
        "joined(x, 1) | x",
        "joined(1, x) | x",
        "joined(y, joined(x, y)) | joined(x, y)",
        "joined(1, 1) | 1",
        "joined(3, 3) | 3",
        "spread(x, x) | 1",
        "spread(1, 7) | 0",
        "spread(1, 1) | 1",
        "spread(5, x) | 1",
        "spread(x + 2, y) | 1",
      })
  void simplifies(String text, String expected) {
    assertThat(Dims.print(Dims.parse(text))).isEqualTo(expected);
  }

  @Test
  void keepsTheConstantFirstInSumsAndProducts() {
    Dim dim = Dims.add(Dims.multiply(Dims.symbol("x"), constant(3)), constant(5));
    assertThat(dim)
        .isEqualTo(
            new Sum(
                List.of(new Constant(5), new Product(List.of(new Constant(3), new Symbol("x"))))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "mod",
        "a b",
        "日本",
        "a\"b",
        "a\\b",
        "line\nbreak",
        "x:0",
        "1x",
        "-",
        "a-b"
      })
  void printsAnyNameSoThatItParsesBack(String name) {
    Dim dim = Dims.add(Dims.symbol(name), constant(1));
    assertThat(Dims.print(dim)).doesNotContain("\n");
    assertThat(Dims.parse(Dims.print(dim))).isEqualTo(dim);
  }

  @Test
  void printsPlainNamesUnquoted() {
    assertThat(Dims.print(Dims.symbol("input_ids.1"))).isEqualTo("input_ids.1");
    assertThat(Dims.print(Dims.symbol("x:0.1"))).isEqualTo("\"x:0.1\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1 +",
        "(x",
        "x)",
        "min(x)",
        "min(x, y",
        "x y",
        "floordiv 3",
        "\"abc",
        "\"\\u12",
        "9223372036854775808",
        "x floordiv 0",
        "x mod -3",
        "#"
      })
  void refusesMalformedText(String text) {
    assertThatThrownBy(() -> Dims.parse(text))
        .isInstanceOf(ModelException.class)
        .hasMessageNotContaining("\n");
  }

  @Test
  void refusesDeepNesting() {
    assertThatThrownBy(() -> Dims.parse("(".repeat(100_000)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("too deeply nested");
    assertThatThrownBy(() -> Dims.parse("-".repeat(100_000))).isInstanceOf(ModelException.class);
  }

  @Test
  void refusesExpressionsThatExplode() {
    assertThatThrownBy(
            () -> Dims.parse("(a + b + c + d + e)" + " * (a + b + c + d + e)".repeat(30)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("grows beyond");
  }

  @Test
  void evaluatesExactly() {
    Dim dim = Dims.parse("x * y + (x + 3) floordiv 4 - min(x, 5)");
    long value = Dims.evaluate(dim, name -> name.equals("x") ? 9 : 7);
    assertThat(value).isEqualTo(63 + 3 - 5);
  }

  @Test
  void refusesOverflowInEvaluationAndFolding() {
    Dim product = Dims.parse("x * y");
    assertThatThrownBy(() -> Dims.evaluate(product, _ -> 1L << 32))
        .isInstanceOf(ModelException.class)
        .hasMessage("dim x * y overflows 64 bits");
    Dim sum = Dims.parse("x + y");
    assertThatThrownBy(() -> Dims.evaluate(sum, _ -> Long.MAX_VALUE))
        .isInstanceOf(ModelException.class)
        .hasMessage("dim x + y overflows 64 bits");
    assertThatThrownBy(() -> Dims.multiply(constant(1L << 40), constant(1L << 40)))
        .isInstanceOf(ModelException.class)
        .hasMessageEndingWith("overflows 64 bits");
    assertThat(Dims.evaluate(product, _ -> -1)).isEqualTo(1);
  }

  @Test
  void refusesUnequalJoinedExtents() {
    Dim dim = Dims.parse("joined(x, y)");
    assertThatThrownBy(() -> Dims.evaluate(dim, name -> name.equals("x") ? 3 : 4))
        .isInstanceOf(ModelException.class)
        .hasMessage(
            "cannot broadcast extent 3 (x) with extent 4 (y): they must be equal or one of them"
                + " 1");
    assertThatThrownBy(() -> Dims.joined(constant(3), constant(4)))
        .isInstanceOf(ModelException.class);
    assertThat(Dims.evaluate(dim, name -> name.equals("x") ? 1 : 0)).isZero();
  }

  @Test
  void refusesDivisionByZeroInEvaluation() {
    Dim dim = Dims.parse("x floordiv y");
    assertThatThrownBy(() -> Dims.evaluate(dim, _ -> 0))
        .isInstanceOf(ModelException.class)
        .hasMessage("dim x floordiv y divides by 0, needs a divisor of 1 or more");
  }

  @Test
  void substitutesSymbolsAndWholeExpressions() {
    Dim dim = Dims.parse("joined(x, y) * 4 + x");
    assertThat(Dims.print(Dims.substitute(dim, Map.of(Dims.symbol("y"), Dims.symbol("x")))))
        .isEqualTo("5 * x");
    assertThat(Dims.print(Dims.substitute(dim, Map.of(Dims.parse("joined(x, y)"), constant(2)))))
        .isEqualTo("x + 8");
  }

  @Test
  void listsSymbolsOnce() {
    assertThat(Dims.symbolsOf(Dims.parse("y + x * y + min(z, 3)")))
        .containsExactlyInAnyOrder("x", "y", "z");
  }

  @Test
  void provesMultiplesAndOrder() {
    assertThat(Dims.isMultiple(Dims.parse("12 * x"), constant(4))).isTrue();
    assertThat(Dims.isMultiple(Dims.parse("12 * x + 2"), constant(4))).isFalse();
    assertThat(Dims.isAtMost(Dims.parse("min(x, 4)"), constant(4))).isTrue();
    assertThat(Dims.isAtMost(Dims.parse("x"), constant(4))).isFalse();
  }
}
