package dev.certosina.compiler.search.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CacheSetsTest {
  @Test
  void countsOneWayForNeighbours() {
    assertThat(crowded(4096)).isEqualTo(4096);
    assertThat(crowded(64)).isEqualTo(4096);
  }

  @Test
  void countsAWayForEachRowThatLiesAPageFurther() {
    var sets = new CacheSets(64);
    sets.add(56, 4096);
    assertThat(sets.crowdedBytes()).isEqualTo(56 * 4096);
  }

  @Test
  void spreadsRowsWhoseStrideIsNoMultipleOfAPage() {
    var sets = new CacheSets(64);
    sets.add(64, 4096 + 64);
    assertThat(sets.crowdedBytes()).isEqualTo(4096);
  }

  /// 56 rows of 14,336 bytes, three and a half pages, fall into two sets.
  @Test
  void findsTheTwoSetsOfRowsThreeAndAHalfPagesApart() {
    var sets = new CacheSets(64);
    sets.add(56, 14_336);
    assertThat(sets.crowdedBytes()).isEqualTo(28 * 4096);
  }

  /// Offsets that are all multiples of 2048 reach two sets, whichever dims they come from.
  @Test
  void countsNoSetTwiceWhenDimsOverlap() {
    var sets = new CacheSets(32);
    sets.add(7, 2048);
    sets.add(7, 14_336);
    assertThat(sets.crowdedBytes()).isEqualTo(49.0 / 2 * 4096);
  }

  @Test
  void addsNothingForASingleRepetition() {
    var sets = new CacheSets(128);
    sets.add(1, 4096);
    assertThat(sets.crowdedBytes()).isEqualTo(4096);
  }

  private static double crowded(double runBytes) {
    return new CacheSets(runBytes).crowdedBytes();
  }
}
