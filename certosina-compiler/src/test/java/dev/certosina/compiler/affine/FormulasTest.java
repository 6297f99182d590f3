package dev.certosina.compiler.affine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.compiler.affine.Formulas.Range;
import dev.certosina.compiler.affine.QuasiAffine.Quotient;
import dev.certosina.compiler.affine.QuasiAffine.Remainder;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import dev.certosina.testkit.Seed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class FormulasTest {
  private static final int RANDOM_FORMULAS = 3000;

  private final Formulas formulas =
      new Formulas(Map.of("tile", 7L, "lane", 16L, "three", 3L, "unit", 1L));
  private final QuasiAffine tile = formulas.variable("tile");
  private final QuasiAffine lane = formulas.variable("lane");
  private final QuasiAffine number = formulas.sum(formulas.scaled(tile, 16), lane);

  private static String print(QuasiAffine formula) {
    return QuasiAffinePrinter.print(formula);
  }

  @Test
  void collectsTermsLargeFactorsFirst() {
    QuasiAffine sum =
        formulas.sum(List.of(lane, formulas.scaled(tile, 2), Formulas.constant(5), lane, tile));
    assertThat(print(sum)).isEqualTo("3*tile+2*lane+5");
    assertThat(print(formulas.sum(lane, formulas.scaled(lane, -1)))).isEqualTo("0");
  }

  @Test
  void dropsVariablesOfOneValue() {
    assertThat(print(formulas.variable("unit"))).isEqualTo("0");
  }

  @Test
  void dropsDivisionThatRangesDecide() {
    assertThat(print(formulas.quotient(lane, 16))).isEqualTo("0");
    assertThat(print(formulas.remainder(lane, 16))).isEqualTo("lane");
    assertThat(print(formulas.quotient(number, 16))).isEqualTo("tile");
    assertThat(print(formulas.remainder(number, 16))).isEqualTo("lane");
    assertThat(print(formulas.quotient(number, 112))).isEqualTo("0");
  }

  @Test
  void takesDigitsApartWhereTilesDoNotCross() {
    assertThat(print(formulas.quotient(number, 32))).isEqualTo("tile/2");
    assertThat(print(formulas.remainder(number, 32))).isEqualTo("tile mod 2*16+lane");
    assertThat(print(formulas.quotient(number, 9))).isEqualTo("(16*tile+lane)/9");
  }

  @Test
  void joinsDigitsThatArePutTogetherAgain() {
    QuasiAffine joined =
        formulas.sum(
            List.of(
                formulas.scaled(formulas.quotient(number, 9), 18),
                formulas.scaled(formulas.quotient(formulas.remainder(number, 9), 3), 6),
                formulas.scaled(formulas.remainder(number, 3), 2)));
    assertThat(print(joined)).isEqualTo("32*tile+2*lane");
  }

  @Test
  void nestsDivisions() {
    assertThat(print(formulas.quotient(formulas.quotient(number, 3), 5)))
        .isEqualTo("(16*tile+lane)/15");
    assertThat(print(formulas.remainder(formulas.remainder(number, 9), 3)))
        .isEqualTo("(16*tile+lane) mod 3");
  }

  @Test
  void putsInFormulasForVariables() {
    QuasiAffine formula = formulas.quotient(number, 9);
    assertThat(print(formulas.substitute(formula, name -> Formulas.constant(2)))).isEqualTo("3");
  }

  @Test
  void refusesUnknownVariables() {
    assertThatThrownBy(() -> formulas.variable("other"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found variable other");
  }

  @Test
  void keepsValuesAndRangesOfRandomFormulas() {
    RandomGenerator random = Seed.generator();
    for (int i = 0; i < RANDOM_FORMULAS; i++) {
      QuasiAffine raw = random(random, 4);
      QuasiAffine canonical = formulas.substitute(raw, formulas::variable);
      Range range = formulas.range(canonical);
      for (int point = 0; point < 10; point++) {
        Map<String, Long> values = point(random);
        long value = raw.evaluate(values::get);
        assertThat(canonical.evaluate(values::get)).as(print(raw)).isEqualTo(value);
        assertThat(value).as(print(raw)).isBetween(range.low(), range.high());
      }
    }
  }

  private static Map<String, Long> point(RandomGenerator random) {
    Map<String, Long> values = new LinkedHashMap<>();
    values.put("tile", random.nextLong(7));
    values.put("lane", random.nextLong(16));
    values.put("three", random.nextLong(3));
    values.put("unit", 0L);
    return values;
  }

  private static QuasiAffine random(RandomGenerator random, int depth) {
    int kind = depth == 0 ? random.nextInt(2) : random.nextInt(6);
    return switch (kind) {
      case 0 -> new QuasiAffine.Constant(random.nextLong(-20, 20));
      case 1 -> new Variable(List.of("tile", "lane", "three", "unit").get(random.nextInt(4)));
      case 2, 3 ->
          new Sum(
              List.of(
                  random(random, depth - 1), random(random, depth - 1), random(random, depth - 1)));
      case 4 -> new Scaled(random(random, depth - 1), random.nextLong(-8, 17));
      default -> {
        long divisor = List.of(1L, 2L, 3L, 4L, 9L, 16L, 49L).get(random.nextInt(7));
        QuasiAffine operand = random(random, depth - 1);
        yield random.nextBoolean()
            ? new Quotient(operand, divisor)
            : new Remainder(operand, divisor);
      }
    };
  }
}
