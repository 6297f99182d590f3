package dev.certosina.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SuiteResultTest {
  private static final double EXACT = 1e-12;

  private final SuiteResult suite = Cases.suite();

  @Test
  void takesTheMeanOfEachGroupFirst() {
    // a: ratios 2 and 0.5; b: ratio 4, and one case that is too short to count.
    assertThat(suite.groupGeomeans()).containsExactly(Map.entry("a", 1.0), Map.entry("b", 4.0));
    assertThat(suite.geomean().orElseThrow()).isCloseTo(2, within(EXACT));
  }

  @Test
  void countsWhereWeAreClearlySlower() {
    assertThat(suite.shareBelow()).isCloseTo(1.0 / 3, within(EXACT));
    assertThat(suite.worst().orElseThrow().name()).isEqualTo("a:1");
  }

  @Test
  void relatesOperationsToThePeak() {
    // 3 counted cases of 1000 operations in 10, 20 and 10 us, of 1e9 a second.
    assertThat(suite.shareOfPeak()).isCloseTo(3000 / 40e-6 / 1e9, within(EXACT));
    assertThat(suite.cases().getFirst().shareOfPeak(1e9)).isCloseTo(0.1, within(EXACT));
  }

  @Test
  void hasNoMeanWithoutPeers() {
    var alone = new CaseResult("a:0", "a", 1, 10, Cases.time(1, 0), Map.of(), Map.of(), true);
    var suiteOfOne = new SuiteResult(1, List.of(alone), Map.of());
    assertThat(suiteOfOne.geomean()).isEmpty();
    assertThat(suiteOfOne.worst()).isEmpty();
    assertThat(suiteOfOne.shareBelow()).isZero();
  }

  @Test
  void takesOffTheCostOfAnEmptyCallButNeverAll() {
    assertThat(Cases.time(10, 4).micros()).isCloseTo(6, within(EXACT));
    assertThat(Cases.time(10, 12).micros()).isCloseTo(1, within(EXACT));
  }
}
