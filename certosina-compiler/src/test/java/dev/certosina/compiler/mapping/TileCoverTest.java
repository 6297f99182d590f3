package dev.certosina.compiler.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.TileCover.AxisCover;
import dev.certosina.compiler.texpr.Computation;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TileCoverTest {
  private static final String CONV_2D = "O[n,k,p,q] += I[n,c,2*p+r,2*q+s] * W[k,c,r,s]";

  private static Optional<TileCover> cover(String mapping, Map<String, Integer> sizes) {
    Computation computation = Statements.computation(CONV_2D, sizes, ElementType.FLOAT32);
    return TileCover.of(MappingText.parse(mapping, computation, Statements.matrix()));
  }

  /// Layer C0 of amos.md 2.4.
  @Test
  void countsTheCallsOfThePublishedExample() {
    TileCover cover =
        cover(
                "i<-n,q; j<-k; r<-c,r,s",
                Map.of("n", 16, "c", 3, "k", 64, "p", 112, "q", 112, "r", 7, "s", 7))
            .orElseThrow();
    assertThat(cover.axes())
        .containsExactly(
            new AxisCover("i", 1792, 16), new AxisCover("j", 64, 16), new AxisCover("r", 147, 16));
    assertThat(cover.axes().stream().map(AxisCover::tiles)).containsExactly(112L, 4L, 10L);
    assertThat(cover.axes().getLast().padding()).isEqualTo(13);
    assertThat(cover.outerPoints()).isEqualTo(112);
    assertThat(cover.calls()).isEqualTo(501_760);
    assertThat(cover.issuedPoints()).isEqualTo(2_055_208_960L);
    assertThat(cover.utilization()).isCloseTo(0.91875, within(1e-12));
  }

  @Test
  void isEmptyForSymbolicExtents() {
    assertThat(cover("i<-n; j<-k; r<-c", Map.of("n", 2, "k", 3, "c", 4))).isEmpty();
  }

  @Test
  void refusesNumbersThatDoNotFit() {
    int huge = Integer.MAX_VALUE;
    assertThatThrownBy(() ->
            cover(
                "i<-n; j<-k; r<-c",
                Map.of("n", huge, "c", huge, "k", huge, "p", 1, "q", 1, "r", 1, "s", 1)))
        .isInstanceOf(ModelException.class)
        .hasMessage("made: more points than a 64-bit number counts");
  }
}
