package dev.certosina.cli.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.Tensor;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FillTest {
  private static final Fill FILL = new Fill(42, Map.of("token_type_ids", 2L, "narrow", 1L));

  @Test
  void drawsFloatsFromMinusOneToOne() {
    float[] values = FILL.tensor("x", ElementType.FLOAT32, new long[] {33, 31}).toFloatArray();
    for (float value : values) {
      assertThat(value).isBetween(-1f, Math.nextDown(1f));
    }
    assertThat(values[0]).isNotEqualTo(values[1]);
  }

  @Test
  void keepsIntegersInsideTheTableThatTheyIndex() {
    assertThat(integers("ids")).contains(255).allMatch(value -> value >= 0 && value < 256);
    assertThat(integers("token_type_ids")).contains(0, 1).allMatch(value -> value < 2);
    assertThat(integers("narrow")).allMatch(value -> value == 0);
  }

  @Test
  void fillsMasksWithOnesAndAlternatesBooleans() {
    assertThat(integers("attention_MASK_1")).containsOnly(1);
    long[] mask = {2, 2};
    assertThat(FILL.tensor("mask", ElementType.FLOAT32, mask).toFloatArray()).containsOnly(1f);
    assertThat(FILL.tensor("flags", ElementType.BOOL, new long[] {3}).toLongArray())
        .containsExactly(0, 1, 0);
  }

  @Test
  void dependsOnSeedAndNameOnly() {
    long[] shape = {8};
    Tensor first = FILL.tensor("a", ElementType.FLOAT32, shape);
    Tensor again = new Fill(42, Map.of()).tensor("a", ElementType.FLOAT32, shape);
    assertThat(first.toFloatArray()).isEqualTo(again.toFloatArray());
    assertThat(first.toFloatArray())
        .isNotEqualTo(FILL.tensor("b", ElementType.FLOAT32, shape).toFloatArray())
        .isNotEqualTo(
            new Fill(43, Map.of()).tensor("a", ElementType.FLOAT32, shape).toFloatArray());
  }

  private static Integer[] integers(String name) {
    return Arrays.stream(FILL.tensor(name, ElementType.INT64, new long[] {4096}).toLongArray())
        .mapToObj(value -> (int) value)
        .toArray(Integer[]::new);
  }
}
