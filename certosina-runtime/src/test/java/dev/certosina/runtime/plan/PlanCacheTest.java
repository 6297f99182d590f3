package dev.certosina.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import org.junit.jupiter.api.Test;

class PlanCacheTest {
  private final PlanCache cache =
      new PlanCache(
          new Binder(
              SmallProgram.program(1),
              SmallProgram::address,
              new Binder.Weights(SmallProgram.weights(), 0),
              1),
          2);

  private Plan get(long length) {
    return cache.get(new Extents(new long[] {1, length}));
  }

  @Test
  void bindsEachShapeOnceWhileItIsUsed() {
    Plan first = get(1);
    get(2);
    assertThat(get(1)).isSameAs(first);
    get(3);
    assertThat(get(1)).isSameAs(first);
    get(2);
    PlanCache.Counters counters = cache.counters();
    assertThat(counters.hits()).isEqualTo(2);
    assertThat(counters.misses()).isEqualTo(4);
    assertThat(counters.evictions()).isEqualTo(2);
    assertThat(counters.bindNanos()).isPositive();
  }

  @Test
  void keepsNothingOfDimsThatAreRefused() {
    assertThatThrownBy(() -> get(1 << 21)).isInstanceOf(ModelException.class);
    assertThatThrownBy(() -> get(1 << 21)).isInstanceOf(ModelException.class);
    assertThat(cache.counters().misses()).isEqualTo(2);
  }
}
