package dev.certosina.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TimesTest {
  @Test
  void interpolatesBetweenNeighbours() {
    var times = new Times(List.of(4.0, 1.0, 2.0, 3.0));
    assertThat(times.medianMicros()).isEqualTo(2.5);
    assertThat(times.micros(0)).isEqualTo(1);
    assertThat(times.micros(1)).isEqualTo(4);
  }

  @Test
  void refusesNoTimes() {
    assertThatThrownBy(() -> new Times(List.of())).hasMessage("no times");
  }
}
