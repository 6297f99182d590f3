package dev.certosina.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterleavedTest {
  private static final long LONG_NANOS = 3_000_000;
  private static final Effort SHORT = new Effort(1, 1, 1, 3);

  @Test
  void takesTurns() {
    List<String> calls = new ArrayList<>();
    var engines = new LinkedHashMap<String, Timed>();
    engines.put("a", busy(calls, "a", LONG_NANOS));
    engines.put("b", busy(calls, "b", LONG_NANOS));
    var times = new Interleaved(SHORT, 1).time(engines, 1);
    assertThat(times.keySet()).containsExactly("a", "b");
    assertThat(times.get("a")).isNotNull();
    assertThat(String.join("", calls)).isEqualTo("aabb" + "aabb".repeat(3));
  }

  @Test
  void measuresLargeCasesLess() {
    List<String> calls = new ArrayList<>();
    var engines = new LinkedHashMap<String, Timed>();
    engines.put("a", busy(calls, "a", LONG_NANOS));
    new Interleaved(SHORT, 2).time(engines, 2e11);
    assertThat(calls).hasSize(2 + 2);
  }

  @Test
  void findsTheFastest() {
    List<String> calls = new ArrayList<>();
    var turns = new Interleaved(SHORT, 1);
    assertThat(
            turns.fastest(
                List.of(
                    busy(calls, "a", 4 * LONG_NANOS),
                    busy(calls, "b", LONG_NANOS / 10),
                    busy(calls, "c", 4 * LONG_NANOS))))
        .isEqualTo(1);
    calls.clear();
    assertThat(turns.fastest(List.of(busy(calls, "a", 1)))).isZero();
    assertThat(calls).isEmpty();
  }

  private static Timed busy(List<String> calls, String name, long nanos) {
    return new LocalCall(() -> {
      calls.add(name);
      long start = System.nanoTime();
      while (System.nanoTime() - start < nanos) {
        Thread.onSpinWait();
      }
    });
  }
}
