package dev.certosina.runtime.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.runtime.compose.model.ModelledTables;
import dev.certosina.testkit.Seed;
import org.junit.jupiter.api.Test;

class ProductComposerTest {
  private final ProductComposer composer =
      new ProductComposer(ModelledTables.floats512(), Features.ALL);

  private Composition compose(long m, long n, long k, int threads) {
    var result = new Composition();
    composer.compose(m, n, k, false, threads, result);
    return result;
  }

  @Test
  void cutsAnyShapeIntoTilesThatCoverItAndIsNeverWorseThanTheSimplePlan() {
    var random = Seed.generator();
    for (int round = 0; round < 5_000; round++) {
      long m = 1L + random.nextInt(1 << random.nextInt(1, 14));
      long n = 1L + random.nextInt(1 << random.nextInt(1, 14));
      long k = 1L + random.nextInt(1 << random.nextInt(1, 17));
      int threads = 1 + random.nextInt(16);
      Composition plan = compose(m, n, k, threads);
      assertThat(plan.threads()).isBetween(1, threads);
      assertThat(plan.bodyRows()).isBetween(1L, m);
      assertThat(plan.rowTile()).isBetween(1L, m);
      assertThat(plan.tailRowTile()).isBetween(1L, plan.rowTile());
      assertThat(plan.panelTile()).isBetween(1L, Math.ceilDiv(n, 48));
      assertThat(plan.nanos()).isPositive().isLessThanOrEqualTo(plan.simpleNanos());
    }
  }

  @Test
  void keepsSmallProductsOnTheCallersThread() {
    assertThat(compose(4, 64, 64, 16).threads()).isEqualTo(1);
    assertThat(compose(512, 768, 768, 2).threads()).isEqualTo(2);
  }

  @Test
  void spreadsALongReductionOfFewColumns() {
    Composition plan = compose(8, 64, 50_000, 8);
    assertThat(plan.spreadChunks()).isTrue();
    var whole =
        new ProductComposer(ModelledTables.floats512(), new Features(true, true, false, true));
    var result = new Composition();
    whole.compose(8, 64, 50_000, false, 8, result);
    assertThat(result.spreadChunks()).isFalse();
    assertThat(plan.nanos()).isLessThan(result.nanos() / 2);
  }

  @Test
  void chunksDependOnColumnsAndLengthAlone() {
    assertThat(ReductionChunks.count(64, 500_000)).isEqualTo(16);
    assertThat(ReductionChunks.count(1024, 500_000)).isEqualTo(1);
    assertThat(ReductionChunks.count(64, 1500)).isEqualTo(1);
    for (long n = 1; n < 2000; n += 37) {
      for (long k = 1; k < 40_000; k += 91) {
        long count = ReductionChunks.count(n, k);
        long length = ReductionChunks.length(n, k);
        assertThat(count * length).isGreaterThanOrEqualTo(k);
        assertThat((count - 1) * length).isLessThan(k);
      }
    }
  }

  @Test
  void paddedRowsArePredictedSlower() {
    var padded =
        new ProductComposer(ModelledTables.floats512(), new Features(false, true, true, true));
    var result = new Composition();
    padded.compose(10, 768, 768, false, 1, result);
    assertThat(compose(10, 768, 768, 1).nanos()).isLessThan(result.nanos() / 1.2);
  }

  @Test
  void namesThePathsOfDegenerateShapes() {
    assertThat(compose(1, 1, 1000, 2).path()).isEqualTo(ProductPath.DOT);
    assertThat(compose(1000, 2, 1000, 2).path()).isEqualTo(ProductPath.MATRIX_VECTOR);
    assertThat(compose(1000, 1000, 3, 2).path()).isEqualTo(ProductPath.OUTER);
    assertThat(compose(1, 1000, 1000, 2).path()).isEqualTo(ProductPath.VECTOR_MATRIX);
  }

  @Test
  void refusesSizesThatOverflow() {
    assertThatThrownBy(() -> compose(1L << 40, 1L << 40, 1, 2))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("2^50");
    assertThatThrownBy(() -> compose(0, 1, 1, 2)).isInstanceOf(ModelException.class);
  }

  @Test
  void isRememberedWithinBounds() {
    var cache = new CompositionCache(composer, 64);
    assertThat(cache.capacity()).isEqualTo(64);
    Composition first = cache.get(100, 768, 768, false, 2);
    assertThat(cache.get(100, 768, 768, false, 2)).isSameAs(first);
    for (int m = 1; m <= 1000; m++) {
      Composition cached = cache.get(m, 768, 768, true, 2);
      var fresh = new Composition();
      composer.compose(m, 768, 768, true, 2, fresh);
      assertThat(cached.nanos()).isEqualTo(fresh.nanos());
      assertThat(cached.rowTile()).isEqualTo(fresh.rowTile());
    }
  }
}
