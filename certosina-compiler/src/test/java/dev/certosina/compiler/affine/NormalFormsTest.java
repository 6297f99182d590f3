package dev.certosina.compiler.affine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.affine.NormalForms.Range;
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

  /// A lane of a tile that never crosses a row leaves the division.
  @Test
  void takeApartWhatNeverCarries() {
    QuasiAffine lane =
        new QuasiAffine.Sum(
            List.of(
                new QuasiAffine.Scaled(new QuasiAffine.Variable("a"), 16),
                new QuasiAffine.Variable("b")));
    NormalForm row = forms.of(new QuasiAffine.Quotient(lane, 32));
    assertThat(row.uses("b")).isFalse();
    NormalForm column = forms.of(new QuasiAffine.Remainder(lane, 32));
    assertThat(column.coefficient("b")).isEqualTo(1);
    assertThat(forms.of(new QuasiAffine.Quotient(lane, 16))).isEqualTo(NormalForm.variable("a"));
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
