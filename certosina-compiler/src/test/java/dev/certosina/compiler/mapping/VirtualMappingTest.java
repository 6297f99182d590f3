package dev.certosina.compiler.mapping;

import static dev.certosina.compiler.mapping.MappingSamples.computation;
import static dev.certosina.compiler.mapping.MappingSamples.intrinsic;
import static dev.certosina.compiler.mapping.MappingSamples.mapping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.affine.QuasiAffinePrinter;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The paper's example: a convolution on a 2×2×2 instruction.
class VirtualMappingTest {
  private static final Mapping MAPPING =
      mapping(
          computation("O[n,k,p,q] += I[n,c,p+r,q+s] * W[k,c,r,s]", "n=1 k=4 p=2 q=2 c=1 r=3 s=3"),
          intrinsic("D[i,j] += A[i,r] * B[r,j]", "i=2 j=2 r=2"),
          "i<-n,p,q; j<-k; r<-c,r,s");
  private static final VirtualMapping VIRTUAL = VirtualMapping.of(MAPPING);
  private static final PhysicalMapping PHYSICAL =
      Placements.of(MAPPING).map(Collections.nCopies(3, Placement.PACKED));

  private static String address(OperandMap operand) {
    return QuasiAffinePrinter.print(
        VIRTUAL.overAxes(operand.strided().orElseThrow().base(), PHYSICAL.tiles()));
  }

  @Test
  void fusesAxesInMixedRadix() {
    assertThat(VIRTUAL.axes())
        .extracting(
            VirtualMapping.FusedAxis::intrinsicAxis,
            axis -> QuasiAffinePrinter.print(axis.value()),
            VirtualMapping.FusedAxis::extent)
        .containsExactly(
            tuple("i", "4*n+2*p+q", 4L), tuple("j", "k", 4L), tuple("r", "9*c+3*r+s", 9L));
  }

  @Test
  void hasTheWidthsOfTheWholeMatrices() {
    assertThat(VIRTUAL.operands())
        .extracting(operand -> operand.strides().getFirst())
        .containsExactly(9L, 4L, 4L);
  }

  @Test
  void becomesTilesOfTheInstruction() {
    assertThat(PHYSICAL.tiles()).extracting(TiledAxis::count).containsExactly(2L, 2L, 5L);
    assertThat(PHYSICAL.operands())
        .allSatisfy(operand ->
            assertThat(operand.strided().orElseThrow().strides()).containsExactly(2L, 1L));
  }

  @Test
  void writesAddressesOverTheAxesOfTheComputation() {
    assertThat(address(PHYSICAL.operands().get(0))).isEqualTo("(4*n+2*p+q)/2*20+(9*c+3*r+s)/2*4");
    assertThat(address(PHYSICAL.operands().get(2))).isEqualTo("(4*n+2*p+q)/2*8+k/2*4");
  }

  /// The paper has `(9*c+3*r+s)/2*8+k/2*4` here, and reduction tiles innermost in its other
  /// example, which is what packed tiles have.
  @Test
  void keepsTheTilesOfOneReductionTogether() {
    assertThat(address(PHYSICAL.operands().get(1))).isEqualTo("k/2*20+(9*c+3*r+s)/2*4");
  }

  @Test
  void writesLanesAsRemainders() {
    assertThat(PHYSICAL.tiles())
        .extracting(tile ->
            QuasiAffinePrinter.print(
                VIRTUAL.overAxes(new QuasiAffine.Variable(tile.lane()), PHYSICAL.tiles())))
        .isEqualTo(List.of("(4*n+2*p+q) mod 2", "k mod 2", "(9*c+3*r+s) mod 2"));
  }
}
