package dev.certosina.compiler.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.testkit.ProgramText;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  @Test
  void runsALayerAsOneGroupOverAllRows() {
    assertThat(groups(LAYER)).containsExactly("p1 (outer ; row g1 < x.0 * x.1)");
    assertThat(stages(LAYER))
        .containsExactly(
            "product (e0.n < 64, e0.k < 32) from c1@panels32:64,64:1 in panels, initial c2",
            "rows",
            "product (e2.n < 32, e2.k < 64) from c3@panels64:32,32:1 in panels",
            "rows");
    assertThat(places(LAYER))
        .contains("t2: local of group 0", "t3: local of group 0 in t2", "t6: register");
  }

  @Test
  void packsARightOperandThatIsComputedAndReadsWholeSlicesInPlace() {
    assertThat(groups(ATTENTION))
        .containsExactly(
            "pack p1@panels (outer g0 < q.0, g1 < 12; row slice < k.2 ceildiv 16)",
            "p1 (outer g1 < 12 * q.0; row g2 < q.2)");
    assertThat(stages(ATTENTION))
        .contains(
            "product (e0.j < k.2, e0.d < 16) from p1@panels in panels",
            "product (e2.d < 16, e2.j < k.2) from v in place");
    assertThat(places(ATTENTION))
        .contains("p1@panels: arena", "s: local of group 1", "e: local of group 1 in s");
  }

  @Test
  void keepsOneValuePerRowInARegister() {
    assertThat(groups(SOFTMAX)).containsExactly("a (outer ; row g0 < x.0)");
    assertThat(places(SOFTMAX)).contains("m: register", "s: register", "e: local of group 0");
  }

  @Test
  void opensGroupsWhereRowsDifferOrReadOtherRows() {
    assertThat(groups(CHAIN))
        .containsExactly(
            "e1 (outer ; row g0 < x.0)",
            "e6 (outer ; row g0 < x.0)",
            "e7 (outer ; row row < 1)",
            "e8 (outer ; row g0 < x.0)");
  }

  /// A mask over the batch must not serialise the embedding of all its rows.
  @Test
  void givesAnIndependentExpressionAllTheRowsThatItHas() {
    String text =
        """
        tensor m: f32[m.0, m.1]
        tensor x: f32[m.0, m.1, 8]
        tensor a: f32[m.0, m.1]
        tensor y: f32[m.0, m.1, 8]
        input m
        input x
        output a
        output y
        compute e1 (b < m.0, s < m.1)
          a[b, s] = negate(m[b, s])
        compute e2 (b < m.0, s < m.1, j < 8)
          y[b, s, j] = exp(x[b, s, j])
        """;
    assertThat(groups(text))
        .containsExactly("e1 (outer ; row g0 < m.0)", "e2 (outer ; row g1 < m.0 * m.1)");
    assertThat(groups(text.replace("exp(x[b, s, j])", "exp((x[b, s, j] * a[b, s]))")))
        .containsExactly("e1 (outer ; row g0 < m.0)");
  }

  /// Positions depend on the place in the sequence alone, so the embedding's rows stay two axes;
  /// the product after it must not.
  @Test
  void runsProductsWithWeightsOverAllRowsAsOneAxis() {
    String text =
        """
        tensor x: f32[x.0, x.1, 8]
        tensor p: f32[x.1, 8]
        tensor c: f32[8, 16]
        tensor h: f32[x.0, x.1, 8]
        tensor y: f32[x.0, x.1, 16]
        input x
        input p
        output h
        output y
        compute e1 (b < x.0, s < x.1, j < 8)
          h[b, s, j] = exp((x[b, s, j] + p[s, j]))
        compute e2 (b < x.0, s < x.1, n < 16; k < 8)
          y[b, s, n] sum= (h[b, s, k] * c[k, n])
        """;
    assertThat(groups(text))
        .containsExactly("e1 (outer g0 < x.0; row g1 < x.1)", "e2 (outer ; row g1 < x.0 * x.1)");
    String after =
        """
        tensor z: f32[x.0, x.1, 16]
        tensor q: f32[x.1, 16]
        input q
        output z
        compute e3 (b < x.0, s < x.1, n < 16)
          z[b, s, n] = exp((y[b, s, n] + q[s, n]))
        """;
    assertThat(groups(text + after))
        .containsExactly(
            "e1 (outer g0 < x.0; row g1 < x.1)",
            "e2 (outer ; row g1 < x.0 * x.1)",
            "e3 (outer g0 < x.0; row g1 < x.1)");
    assertThat(groups(text.replace("p[s, j]", "p[0, j]")))
        .containsExactly("e1 (outer ; row g1 < x.0 * x.1)");
  }

  @Test
  void cutsLongChainsIntoKernelsThatCompileQuickly() {
    StringBuilder text = new StringBuilder("tensor t0: f32[t0.0, 8]\ninput t0\noutput t70\n");
    for (int i = 1; i <= 70; i++) {
      text.append(
          """
          tensor t%1$d: f32[t0.0, 8]
          compute e%1$d (i < t0.0, j < 8)
            t%1$d[i, j] = tanh((t%2$d[i, j] * t%2$d[i, j]))
          """
              .formatted(i, i - 1));
    }
    assertThat(groups(text.toString())).containsExactly("e1 (outer ; row g0 < t0.0)");
    assertThat(stages(text.toString())).containsExactly("rows", "rows");
    assertThat(places(text.toString())).contains("t69: local of group 0 in t1");
  }

  @Test
  void keepsInTheArenaWhatSeveralGroupsUse() {
    assertThat(places(CHAIN)).contains("m: arena", "u: arena", "s: arena");
  }

  @Test
  void reusesMemoryOnlyOfWhatIsReadForTheLastTimeAtTheSamePoint() {
    assertThat(places(CHAIN)).contains("a: local of group 0", "t: local of group 0 in a");
    String readsAnother = CHAIN.replace("exp((a[i, j] - m[i]))", "exp((a[i, j] - a[i, 0]))");
    assertThat(places(readsAnother)).contains("t: local of group 0");
    String readsAgain =
        CHAIN.replace("tanh((t[i, j] * t[i, j]))", "tanh((t[i, j] * (t[i, j] * a[i, j])))");
    assertThat(places(readsAgain)).contains("t: local of group 0");
  }

  private static List<String> groups(String text) {
    return lines(text, "group ");
  }

  private static List<String> stages(String text) {
    return SchedulePrinter.print(Schedule.of(ProgramText.parse(text)))
        .lines()
        .filter(line -> line.matches("  \\S.*"))
        .map(String::strip)
        .toList();
  }

  private static List<String> places(String text) {
    return lines(text, "place ");
  }

  private static List<String> lines(String text, String prefix) {
    return SchedulePrinter.print(Schedule.of(ProgramText.parse(text)))
        .lines()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()))
        .toList();
  }

  /// Product, bias, activation, product, residual and normalisation over the same rows.
  private static final String LAYER =
      """
      tensor x: f32[x.0, x.1, 32]
      tensor c1: f32[32, 64]
      tensor c2: f32[64]
      tensor c3: f32[64, 32]
      tensor t1: f32[x.0, x.1, 64]
      tensor t2: f32[x.0, x.1, 64]
      tensor t3: f32[x.0, x.1, 64]
      tensor t4: f32[x.0, x.1, 32]
      tensor t5: f32[x.0, x.1, 32]
      tensor t6: f32[x.0, x.1]
      tensor y: f32[x.0, x.1, 32]
      input x
      output y
      compute p1 (b < x.0, s < x.1, n < 64; k < 32)
        t1[b, s, n] sum= (x[b, s, k] * c1[k, n])
      compute add (b < x.0, s < x.1, n < 64)
        t2[b, s, n] = (t1[b, s, n] + c2[n])
      compute act (b < x.0, s < x.1, n < 64)
        t3[b, s, n] = tanh(t2[b, s, n])
      compute p2 (b < x.0, s < x.1, n < 32; k < 64)
        t4[b, s, n] sum= (t3[b, s, k] * c3[k, n])
      compute res (b < x.0, s < x.1, n < 32)
        t5[b, s, n] = (t4[b, s, n] + x[b, s, n])
      compute sum (b < x.0, s < x.1; n < 32)
        t6[b, s] sum= t5[b, s, n]
      compute out (b < x.0, s < x.1, n < 32)
        y[b, s, n] = (t5[b, s, n] / t6[b, s])
      """;

  private static final String ATTENTION =
      """
      tensor q: f32[q.0, 12, q.2, 16]
      tensor k: f32[q.0, 12, k.2, 16]
      tensor v: f32[q.0, 12, k.2, 16]
      tensor s: f32[q.0, 12, q.2, k.2]
      tensor e: f32[q.0, 12, q.2, k.2]
      tensor o: f32[q.0, 12, q.2, 16]
      input q
      input k
      input v
      output o
      compute p1 (b < q.0, h < 12, i < q.2, j < k.2; d < 16)
        s[b, h, i, j] sum= (q[b, h, i, d] * k[b, h, j, d])
      compute ex (b < q.0, h < 12, i < q.2, j < k.2)
        e[b, h, i, j] = exp(s[b, h, i, j])
      compute p2 (b < q.0, h < 12, i < q.2, d < 16; j < k.2)
        o[b, h, i, d] sum= (e[b, h, i, j] * v[b, h, j, d])
      """;

  private static final String SOFTMAX =
      """
      tensor x: f32[x.0, x.1]
      tensor m: f32[x.0]
      tensor e: f32[x.0, x.1]
      tensor s: f32[x.0]
      tensor y: f32[x.0, x.1]
      input x
      output y
      compute a (i < x.0; j < x.1)
        m[i] max= x[i, j]
      compute b (i < x.0, j < x.1)
        e[i, j] = exp((x[i, j] - m[i]))
      compute d (i < x.0; j < x.1)
        s[i] sum= e[i, j]
      compute f (i < x.0, j < x.1)
        y[i, j] = (e[i, j] / s[i])
      """;

  private static final String CHAIN =
      """
      tensor x: f32[x.0, 8]
      tensor a: f32[x.0, 8]
      tensor m: f32[x.0]
      tensor t: f32[x.0, 8]
      tensor u: f32[x.0, 8]
      tensor y: f32[8, x.0]
      tensor z: f32[x.0, 8]
      tensor s: f32[]
      tensor w: f32[x.0, 8]
      input x
      output y
      output z
      output w
      compute e1 (i < x.0, j < 8)
        a[i, j] = exp(x[i, j])
      compute e2 (i < x.0; j < 8)
        m[i] max= a[i, j]
      compute e3 (i < x.0, j < 8)
        t[i, j] = exp((a[i, j] - m[i]))
      compute e4 (i < x.0, j < 8)
        u[i, j] = tanh((t[i, j] * t[i, j]))
      compute e5 (i < x.0, j < 8)
        y[j, i] = (u[i, j] + u[i, 0])
      compute e6 (i < x.0, j < 8)
        z[i, j] = u[-1*i + (x.0 - 1), j]
      compute e7 (; i < x.0)
        s[] sum= m[i]
      compute e8 (i < x.0, j < 8)
        w[i, j] = (s[] * x[i, j])
      """;
}
