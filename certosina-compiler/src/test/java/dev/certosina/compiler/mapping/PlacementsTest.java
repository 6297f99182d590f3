package dev.certosina.compiler.mapping;

import static dev.certosina.compiler.mapping.MappingSamples.computation;
import static dev.certosina.compiler.mapping.MappingSamples.intrinsic;
import static dev.certosina.compiler.mapping.MappingSamples.mapping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.certosina.compiler.affine.QuasiAffinePrinter;
import dev.certosina.compiler.mapping.check.MappingCheck;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.testkit.Seed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacementsTest {
  private static final String MATRIX = "D[i,j] += A[i,r] * B[r,j]";

  private static void assertAllAgree(Mapping mapping) {
    MappingCheck check = MappingCheck.of(mapping.computation(), Seed.generator());
    Placements placements = Placements.of(mapping);
    List<List<Placement>> combinations = placements.combinations();
    assertThat(combinations).isNotEmpty();
    for (List<Placement> combination : combinations) {
      assertThat(check.failure(placements.map(combination))).as("%s", combination).isEmpty();
    }
  }

  @Test
  void packsTilesAsTheWorkedExampleOfThePaper() {
    Computation c0 =
        computation(
            "O[n,k,p,q] += I[n,c,2*p+r-3,2*q+s-3 | 0] * W[k,c,r,s]",
            "n=16 k=64 p=112 q=112 c=3 r=7 s=7",
            Map.of("I", List.of(16L, 3L, 224L, 224L)));
    Mapping mapping = mapping(c0, intrinsic(MATRIX, "i=16 j=16 r=16"), "i<-n,q; j<-k; r<-c,r,s");
    PhysicalMapping physical =
        Placements.of(mapping).map(List.of(Placement.PACKED, Placement.PACKED, Placement.PACKED));

    assertThat(physical.calls()).isEqualTo(501_760);
    assertThat(physical.operands())
        .extracting(
            operand -> QuasiAffinePrinter.print(operand.strided().orElseThrow().base()),
            operand -> operand.strided().orElseThrow().strides())
        .containsExactly(
            tuple("286720*p+2560*tile_i+256*tile_r", List.of(16L, 1L)),
            tuple("2560*tile_j+256*tile_r", List.of(16L, 1L)),
            tuple("114688*p+1024*tile_i+256*tile_j", List.of(16L, 1L)));
  }

  @Test
  void agreesOnASmallConvolution() {
    Computation small =
        computation(
            "O[n,k,p,q] += I[n,c,2*p+r-1,2*q+s-1 | 0] * W[k,c,r,s]",
            "n=2 k=3 p=3 q=4 c=3 r=3 s=2",
            Map.of("I", List.of(2L, 3L, 6L, 7L)));
    assertAllAgree(mapping(small, intrinsic(MATRIX, "i=4 j=2 r=4"), "i<-n,q; j<-k; r<-c,r,s"));
    assertAllAgree(mapping(small, intrinsic(MATRIX, "i=4 j=2 r=4"), "i<-n,p,q; j<-k; r<-c"));
    assertAllAgree(mapping(small, intrinsic(MATRIX, "i=4 j=2 r=3"), "i<-n,p,q; j<-k; r<-c,r"));
    assertAllAgree(mapping(small, intrinsic(MATRIX, "i=4 j=2 r=3"), "i<-q; j<-k; r<-s"));
    assertAllAgree(mapping(small, intrinsic(MATRIX, "i=4 j=2 r=3"), "i<-; j<-k; r<-s"));
    assertAllAgree(mapping(small, intrinsic(MATRIX, "i=4 j=2 r=3"), "i<-q; j<-k; r<-"));
  }
}
