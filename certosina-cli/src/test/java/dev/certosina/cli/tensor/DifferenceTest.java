package dev.certosina.cli.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.certosina.ElementType;
import dev.certosina.Tensor;
import org.junit.jupiter.api.Test;

class DifferenceTest {
  private static final float NAN = Float.NaN;
  private static final float INFINITY = Float.POSITIVE_INFINITY;

  @Test
  void measuresTheLargestDistance() {
    Difference difference = floats(new float[] {1, 10, 0}, new float[] {1.5f, 11, 0.25f});
    assertThat(difference.largestAbsolute()).isEqualTo(1);
    assertThat(difference.largestRelative()).isCloseTo(0.5, within(1e-12));
    assertThat(difference.reason())
        .isEqualTo("3 of 3 elements differ, first at 0: 1.5, expected 1.0");
  }

  @Test
  void allowsRelativePlusAbsoluteDistance() {
    assertThat(floats(new float[] {100, 0}, new float[] {100.09f, 0.000009f}).agrees()).isTrue();
    assertThat(floats(new float[] {100, 0}, new float[] {100.11f, 0}).agrees()).isFalse();
    assertThat(floats(new float[] {100, 0}, new float[] {100, 0.000011f}).agrees()).isFalse();
  }

  @Test
  void holdsNotANumberEqualToItselfAndInfinitiesExact() {
    assertThat(floats(new float[] {NAN, INFINITY}, new float[] {NAN, INFINITY}).agrees()).isTrue();
    assertThat(floats(new float[] {NAN}, new float[] {0}).agrees()).isFalse();
    assertThat(floats(new float[] {0}, new float[] {NAN}).agrees()).isFalse();
    assertThat(floats(new float[] {INFINITY}, new float[] {-INFINITY}).agrees()).isFalse();
    assertThat(floats(new float[] {INFINITY}, new float[] {Float.MAX_VALUE}).agrees()).isFalse();
  }

  @Test
  void wantsIntegersExactAndTypeAndShapeToo() {
    Tensor one = Tensor.of(new long[] {1, 2}, 2);
    assertThat(between(one, Tensor.of(new long[] {1, 3}, 2)).reason())
        .isEqualTo("1 of 2 elements differ, first at 1: 3, expected 2");
    assertThat(between(one, Tensor.of(new long[] {1, 2}, 1, 2)).reason())
        .isEqualTo("shape [1, 2], expected [2]");
    assertThat(between(one, Tensor.of(new int[] {1, 2}, 2)).reason())
        .isEqualTo("element type i32, expected i64");
  }

  @Test
  void allowsNeighboursOfHalfPrecision() {
    assertThat(halves((short) 0x0001, (short) 0x0000)).isTrue();
    assertThat(halves((short) 0x7BFE, (short) 0x7BFF)).isTrue();
    assertThat(halves((short) 0x7BFF, (short) 0x7C00)).isFalse();
    assertThat(halves((short) 0x3C00, (short) 0x3C03)).isFalse();
  }

  private static boolean halves(short expected, short actual) {
    return between(half(expected), half(actual)).agrees();
  }

  private static Tensor half(short bits) {
    return Tensor.of(
        new byte[] {(byte) bits, (byte) (bits >> 8)}, ElementType.FLOAT16, new long[] {1});
  }

  private static Difference floats(float[] expected, float[] actual) {
    return between(Tensor.of(expected), Tensor.of(actual));
  }

  private static Difference between(Tensor expected, Tensor actual) {
    return Difference.between(expected, actual, Tolerance.CONFORMANCE);
  }
}
