package dev.certosina.compiler.affine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.compiler.affine.NormalForms.Range;
import dev.certosina.compiler.affine.QuasiAffine.Constant;
import dev.certosina.compiler.affine.QuasiAffine.Quotient;
import dev.certosina.compiler.affine.QuasiAffine.Remainder;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import dev.certosina.testkit.Seed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NormalFormsTest {
  private static final Map<String, Long> EXTENTS =
      Map.of("a", 5L, "b", 16L, "c", 3L, "d", 1L, "e", 64L);
  private static final List<String> NAMES = EXTENTS.keySet().stream().sorted().toList();

  private final NormalForms forms = new NormalForms(EXTENTS);

  @Test
  void keepTheValueOfEveryFormula() {
    RandomGenerator random = Seed.generator();
    for (int i = 0; i < 3000; i++) {
      QuasiAffine formula = formula(random, 3);
      NormalForm form = forms.of(formula);
      Range range = forms.range(form);
      for (int point = 0; point < 20; point++) {
        Map<String, Long> values = point(random);
        long expected = formula.evaluate(name -> value(values, name));
        assertThat(evaluate(form, values)).as("%s as %s", formula, form).isEqualTo(expected);
        assertThat(expected).isBetween(range.min(), range.max());
      }
    }
  }

  @Test
  void keepTheValueWhenVariablesAreReplaced() {
    RandomGenerator random = Seed.generator();
    for (int i = 0; i < 1000; i++) {
      QuasiAffine formula = formula(random, 3);
      long fixed = random.nextLong(5);
      NormalForm form =
          forms.substitute(
              forms.of(formula),
              name -> name.equals("a") ? NormalForm.constant(fixed) : NormalForm.variable(name));
      Map<String, Long> values = point(random);
      values.put("a", fixed);
      assertThat(evaluate(form, values)).isEqualTo(formula.evaluate(name -> value(values, name)));
      assertThat(form.uses("a")).isFalse();
    }
  }

  @Test
  void keepTheValueWhenWrittenAsFormulasAgain() {
    RandomGenerator random = Seed.generator();
    for (int i = 0; i < 3000; i++) {
      QuasiAffine formula = formula(random, 3);
      QuasiAffine simple = forms.simplify(formula);
      Map<String, Long> values = point(random);
      assertThat(simple.evaluate(name -> value(values, name)))
          .as("%s as %s", formula, simple)
          .isEqualTo(formula.evaluate(name -> value(values, name)));
    }
  }

  private static final QuasiAffine TILE = new Variable("tile");
  private static final QuasiAffine LANE = new Variable("lane");
  private static final QuasiAffine NUMBER = new Sum(List.of(new Scaled(TILE, 16), LANE));

  private static String simplified(QuasiAffine formula) {
    var tiles = new NormalForms(Map.of("tile", 7L, "lane", 16L, "unit", 1L));
    return QuasiAffinePrinter.print(tiles.simplify(formula));
  }

  @Test
  void collectTermsLargeFactorsFirst() {
    QuasiAffine sum = new Sum(List.of(LANE, new Scaled(TILE, 2), new Constant(5), LANE, TILE));
    assertThat(simplified(sum)).isEqualTo("3*tile+2*lane+5");
    assertThat(simplified(new Sum(List.of(LANE, new Scaled(LANE, -1))))).isEqualTo("0");
  }

  @Test
  void dropVariablesOfOneValue() {
    assertThat(simplified(new Variable("unit"))).isEqualTo("0");
  }

  @Test
  void dropDivisionThatRangesDecide() {
    assertThat(simplified(new Quotient(LANE, 16))).isEqualTo("0");
    assertThat(simplified(new Remainder(LANE, 16))).isEqualTo("lane");
    assertThat(simplified(new Quotient(NUMBER, 16))).isEqualTo("tile");
    assertThat(simplified(new Remainder(NUMBER, 16))).isEqualTo("lane");
    assertThat(simplified(new Quotient(NUMBER, 112))).isEqualTo("0");
    QuasiAffine second = new Sum(List.of(LANE, new Constant(16)));
    assertThat(simplified(new Remainder(second, 16))).isEqualTo("lane");
  }

  /// A lane of a tile that never crosses a row leaves the division.
  @Test
  void takeApartWhatNeverCarries() {
    assertThat(simplified(new Quotient(NUMBER, 32))).isEqualTo("tile/2");
    assertThat(simplified(new Remainder(NUMBER, 32))).isEqualTo("tile mod 2*16+lane");
    assertThat(simplified(new Quotient(NUMBER, 9))).isEqualTo("(16*tile+lane)/9");
  }

  @Test
  void joinDigitsThatArePutTogetherAgain() {
    QuasiAffine digits =
        new Sum(
            List.of(
                new Scaled(new Quotient(NUMBER, 9), 18),
                new Scaled(new Quotient(new Remainder(NUMBER, 9), 3), 6),
                new Scaled(new Remainder(NUMBER, 3), 2)));
    assertThat(simplified(digits)).isEqualTo("32*tile+2*lane");
  }

  @Test
  void nestDivisions() {
    assertThat(simplified(new Quotient(new Quotient(NUMBER, 3), 5))).isEqualTo("(16*tile+lane)/15");
    assertThat(simplified(new Remainder(new Remainder(NUMBER, 9), 3)))
        .isEqualTo("(16*tile+lane) mod 3");
  }

  @Test
  void refuseUnknownVariables() {
    assertThatThrownBy(() -> forms.of(new Variable("other")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found variable other");
  }

  @Test
  void refuseNumbersOutsideTheirRange() {
    QuasiAffine large = new Scaled(new Scaled(LANE, Long.MAX_VALUE / 2), 3);
    assertThatThrownBy(() -> simplified(large)).isInstanceOf(ArithmeticException.class);
  }

  private static QuasiAffine formula(RandomGenerator random, int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return random.nextInt(4) == 0
          ? new QuasiAffine.Constant(random.nextLong(-20, 20))
          : new QuasiAffine.Variable(NAMES.get(random.nextInt(NAMES.size())));
    }
    long divisor = List.of(1L, 2L, 3L, 4L, 8L, 16L, 48L).get(random.nextInt(7));
    return switch (random.nextInt(4)) {
      case 0 -> new QuasiAffine.Quotient(formula(random, depth - 1), divisor);
      case 1 -> new QuasiAffine.Remainder(formula(random, depth - 1), divisor);
      case 2 ->
          new QuasiAffine.Scaled(
              formula(random, depth - 1), random.nextBoolean() ? divisor : -divisor);
      default ->
          new QuasiAffine.Sum(
              Stream.generate(() -> formula(random, depth - 1))
                  .limit(random.nextInt(1, 4))
                  .toList());
    };
  }

  private static Map<String, Long> point(RandomGenerator random) {
    Map<String, Long> values = new HashMap<>();
    NAMES.forEach(name -> values.put(name, random.nextLong(value(EXTENTS, name))));
    return values;
  }

  private static long value(Map<String, Long> values, String name) {
    return Objects.requireNonNull(values.get(name));
  }

  private static long evaluate(NormalForm form, Map<String, Long> values) {
    long sum = form.constant();
    for (Map.Entry<NormalForm.Atom, Long> term : form.terms().entrySet()) {
      sum += term.getValue() * evaluate(term.getKey(), values);
    }
    return sum;
  }

  private static long evaluate(NormalForm.Atom atom, Map<String, Long> values) {
    return switch (atom) {
      case NormalForm.Atom.Variable(String name) -> value(values, name);
      case NormalForm.Atom.Quotient(NormalForm operand, long divisor) ->
          Math.floorDiv(evaluate(operand, values), divisor);
      case NormalForm.Atom.Remainder(NormalForm operand, long divisor) ->
          Math.floorMod(evaluate(operand, values), divisor);
    };
  }
}
