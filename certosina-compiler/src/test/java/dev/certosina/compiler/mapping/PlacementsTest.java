package dev.certosina.compiler.mapping;

import static dev.certosina.compiler.mapping.MappingSamples.computation;
import static dev.certosina.compiler.mapping.MappingSamples.intrinsic;
import static dev.certosina.compiler.mapping.MappingSamples.mapping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.affine.QuasiAffinePrinter;
import dev.certosina.compiler.mapping.PhysicalMapping.Guard;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.Strided;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.mapping.Placements.Choice;
import dev.certosina.compiler.mapping.check.MappingCheck;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.testkit.Seed;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PlacementsTest {
  private static final String MATRIX = "D[i,j] += A[i,r] * B[r,j]";

  private static final Intrinsic MATRIX_16 = intrinsic(MATRIX, "i=16 j=16 r=16");

  private static void assertAllAgree(Mapping mapping) {
    MappingCheck check = MappingCheck.of(mapping.computation(), Seed.generator());
    Placements placements = Placements.of(mapping);
    List<List<Placement>> combinations = placements.combinations();
    assertThat(combinations).isNotEmpty();
    for (List<Placement> combination : combinations) {
      assertThat(check.failure(placements.map(combination))).as("%s", combination).isEmpty();
    }
  }

  private static Placements place(String statement, String extents, String groups) {
    return Placements.of(
        mapping(computation(statement, extents), intrinsic(MATRIX, "i=4 j=4 r=4"), groups));
  }

  private static String reason(Placements placements, int operand, Placement placement) {
    Choice choice = placements.operands().get(operand).choices().get(placement);
    return choice instanceof Choice.Impossible(String reason) ? reason : "possible";
  }

  private static Strided strided(Placements placements, int operand, Placement placement) {
    return placements.operands().get(operand).map(placement).strided().orElseThrow();
  }

  @Test
  void packsTilesAsTheWorkedExampleOfThePaper() {
    Computation c0 =
        computation(
            "O[n,k,p,q] += I[n,c,2*p+r-3,2*q+s-3 | 0] * W[k,c,r,s]",
            "n=16 k=64 p=112 q=112 c=3 r=7 s=7",
            Map.of("I", List.of(16L, 3L, 224L, 224L)));
    PhysicalMapping physical =
        Placements.of(mapping(c0, MATRIX_16, "i<-n,q; j<-k; r<-c,r,s"))
            .map(Collections.nCopies(3, Placement.PACKED));

    assertThat(physical.tiles())
        .extracting(TiledAxis::extent, TiledAxis::count, TiledAxis::padding)
        .containsExactly(tuple(1792L, 112L, 0L), tuple(64L, 4L, 0L), tuple(147L, 10L, 13L));
    assertThat(physical.calls()).isEqualTo(501_760);
    assertThat(physical.usefulOperations()).isEqualTo(1_888_223_232L);
    assertThat(physical.issuedOperations()).isEqualTo(2_055_208_960L);
    assertThat(physical.utilisation()).isEqualTo(147.0 / 160);
    // ((p*112+i_o)*10+r_o)*256, (j_o*10+r_o)*256 and ((p*112+i_o)*4+j_o)*256.
    assertThat(physical.operands())
        .extracting(
            operand -> QuasiAffinePrinter.print(operand.strided().orElseThrow().base()),
            operand -> operand.strided().orElseThrow().strides())
        .containsExactly(
            tuple("286720*p+2560*tile_i+256*tile_r", List.of(16L, 1L)),
            tuple("2560*tile_j+256*tile_r", List.of(16L, 1L)),
            tuple("114688*p+1024*tile_i+256*tile_j", List.of(16L, 1L)));
    assertThat(physical.operands().getFirst().element())
        .isEqualTo(physical.operands().getFirst().copy().orElseThrow().source());
    assertThat(physical.copyBytes(physical.operands().get(1))).isEqualTo(4 * 10 * 256 * 4);
  }

  @Test
  void readsEachLaneOfTheWorkedExampleWhereThePaperSays() {
    Computation c0 =
        computation(
            "O[n,k,p,q] += I[n,c,2*p+r-3,2*q+s-3 | 0] * W[k,c,r,s]",
            "n=16 k=64 p=112 q=112 c=3 r=7 s=7",
            Map.of("I", List.of(16L, 3L, 224L, 224L)));
    OperandMap image =
        Placements.of(mapping(c0, MATRIX_16, "i<-n,q; j<-k; r<-c,r,s"))
            .operands()
            .getFirst()
            .map(Placement.GATHER);
    RandomGenerator random = Seed.generator();
    for (int sample = 0; sample < 2000; sample++) {
      long p = random.nextLong(112);
      long tileI = random.nextLong(112);
      long tileR = random.nextLong(10);
      long laneI = random.nextLong(16);
      long laneR = random.nextLong(16);
      Map<String, Long> point =
          Map.of("p", p, "tile_i", tileI, "tile_r", tileR, "lane_i", laneI, "lane_r", laneR);
      long f = 16 * tileI + laneI;
      long g = 16 * tileR + laneR;
      long row = 2 * p + g % 49 / 7 - 3;
      long column = 2 * (f % 112) + g % 7 - 3;
      boolean inside = g < 147 && row >= 0 && row < 224 && column >= 0 && column < 224;
      assertThat(
              image.guards().stream()
                  .allMatch(guard -> {
                    long value = guard.value().evaluate(point::get);
                    return value >= 0 && value < guard.bound();
                  }))
          .isEqualTo(inside);
      if (inside) {
        assertThat(image.element().evaluate(point::get))
            .isEqualTo(((f / 112 * 3 + g / 49) * 224 + row) * 224 + column);
      }
    }
  }

  @Test
  void readsInPlaceWhereFusedStridesChain() {
    Placements placements =
        place("O[m,n] += A[m,a,b] * B[n,a,b]", "m=8 n=8 a=3 b=5", "i<-m; j<-n; r<-a,b");
    assertThat(strided(placements, 0, Placement.IN_PLACE).strides()).containsExactly(15L, 1L);
    assertThat(QuasiAffinePrinter.print(strided(placements, 0, Placement.IN_PLACE).base()))
        .isEqualTo("60*tile_i+4*tile_r");
    assertThat(strided(placements, 1, Placement.IN_PLACE).strides()).containsExactly(1L, 15L);
  }

  @Test
  void readsInPlaceWhereTilesDoNotCross() {
    Placements placements =
        place("O[m,n] += A[b,m,a] * B[n,a,b]", "m=8 n=8 b=3 a=4", "i<-m; j<-n; r<-b,a");
    assertThat(strided(placements, 0, Placement.IN_PLACE).strides()).containsExactly(4L, 1L);
    assertThat(strided(placements, 1, Placement.IN_PLACE).strides()).containsExactly(3L, 12L);
  }

  @Test
  void refusesToReadInPlaceWhereTilesCross() {
    Placements placements =
        place("O[m,n] += A[b,m,a] * B[n,a,b]", "m=8 n=8 b=3 a=5", "i<-m; j<-n; r<-b,a");
    assertThat(reason(placements, 0, Placement.IN_PLACE))
        .isEqualTo(
            "lanes of r cross from a to b, found steps of 1 and, after 5, of 40, needed one stride");
    assertThat(reason(placements, 2, Placement.IN_PLACE)).isEqualTo("possible");
  }

  @Test
  void refusesStridesThatTheInstructionDoesNotHave() {
    Intrinsic contiguous =
        intrinsic(
            MATRIX,
            "i=4 j=4 r=4",
            new MappingSamples.Types(Map.of(), ElementType.FLOAT32),
            List.of(),
            Map.of("A", List.of(0L, 1L), "B", List.of(1L, 0L)));
    Computation product = computation("C[m,n] += A[k,m] * B[k,n]", "m=5 n=6 k=7");
    Placements placements = Placements.of(mapping(product, contiguous, "i<-m; j<-n; r<-k"));
    assertThat(reason(placements, 0, Placement.IN_PLACE))
        .isEqualTo("lanes of r are 5 elements apart, the instruction needs 1");
    // The tile of B is packed column by column.
    assertThat(strided(placements, 1, Placement.PACKED).strides()).containsExactly(1L, 4L);
    assertAllAgree(mapping(product, contiguous, "i<-m; j<-n; r<-k"));
  }

  @Test
  void padsOnlySources() {
    Placements placements = place("C[m,n] += A[m,k] * B[k,n]", "m=5 n=8 k=8", "i<-m; j<-n; r<-k");
    assertThat(reason(placements, 1, Placement.PADDED)).isEqualTo("no lane reads padding");
    assertThat(reason(placements, 2, Placement.PADDED))
        .isEqualTo("a destination has no padding to write out");
    assertThat(strided(placements, 0, Placement.PADDED).guards()).isEmpty();
    assertThat(strided(placements, 0, Placement.IN_PLACE).guards()).hasSize(1);
  }

  @Test
  void writesOutHalosAndLanesOfReductions() {
    Mapping mapping =
        mapping(
            computation(
                "O[n,p,q,k] += I[n,p+r-1,q+s-1,c | 0] * W[r,s,c,k]",
                "n=1 p=5 q=6 k=8 c=3 r=3 s=3",
                Map.of("I", List.of(1L, 5L, 6L, 3L))),
            intrinsic(MATRIX, "i=4 j=4 r=4"),
            "i<-q; j<-k; r<-c");
    Strided image = strided(Placements.of(mapping), 0, Placement.PADDED);
    assertThat(image.guards()).isEmpty();
    assertThat(Placements.of(mapping).operands().getFirst().map(Placement.PADDED).copy())
        .hasValueSatisfying(copy -> assertThat(copy.elements()).isEqualTo(7 * 10 * 4));
    assertThat(image.strides()).containsExactly(4L, 1L);
    assertAllAgree(mapping);
  }

  @Test
  void keepsGuardsOfReductionLanesThatReadRealElements() {
    Mapping mapping =
        mapping(
            computation("O[p] += I[p+r] * W[r]", "p=7 r=3"),
            intrinsic("D[i] += A[i,r] * B[r]", "i=4 r=4"),
            "i<-p; r<-r");
    assertThat(strided(Placements.of(mapping), 0, Placement.PADDED).guards()).hasSize(1);
    assertAllAgree(mapping);
  }

  @Test
  void refusesPaddingLanesWithoutNeutralValue() {
    Computation sums = computation("O[m] += A[m,k] + B[m]", "m=4 k=7");
    Intrinsic add = intrinsic("D[i] += A[i,r] + B[i]", "i=4 r=4");
    Placements placements = Placements.of(mapping(sums, add, "i<-m; r<-k"));
    assertThat(placements.combinations()).isEmpty();
    assertThat(reason(placements, 0, Placement.PACKED)).startsWith("no value of a source makes");
    assertAllAgree(mapping(computation("O[m] += A[m,k] + B[m]", "m=4 k=8"), add, "i<-m; r<-k"));
  }

  @Test
  void fillsLanesAndPaddingWithDifferentValues() {
    Mapping mapping =
        mapping(
            computation("O[p] max= I[p+r-1 | 3] + W[r]", "p=7 r=3", Map.of("I", List.of(7L))),
            intrinsic("D[i] max= A[i,r] + B[r]", "i=4 r=4"),
            "i<-p; r<-r");
    assertThat(Placements.of(mapping).operands().getFirst().map(Placement.GATHER).guards())
        .extracting(Guard::fill)
        .containsExactly(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, 3.0);
    assertAllAgree(mapping);
  }

  @Test
  void agreesOnASmallConvolution() {
    Computation small =
        computation(
            "O[n,k,p,q] += I[n,c,2*p+r-1,2*q+s-1 | 0] * W[k,c,r,s]",
            "n=2 k=3 p=3 q=4 c=3 r=3 s=2",
            Map.of("I", List.of(2L, 3L, 6L, 7L)));
    Intrinsic matrix = intrinsic(MATRIX, "i=4 j=2 r=3");
    for (String groups :
        List.of(
            "i<-n,q; j<-k; r<-c,r,s",
            "i<-n,p,q; j<-k; r<-c",
            "i<-n,p,q; j<-k; r<-c,r",
            "i<-q; j<-k; r<-s",
            "i<-; j<-k; r<-s",
            "i<-q; j<-k; r<-")) {
      assertAllAgree(mapping(small, matrix, groups));
    }
  }

  @Test
  void refusesExtentsThatAreNotConstant() {
    Computation symbolic =
        new Computation(
            "symbolic",
            IndexStatementParser.parse("C[m,n] += A[m,k] * B[k,n]"),
            List.of(
                new Axis("m", Dims.symbol("batch"), AxisKind.PARALLEL),
                new Axis("n", Dims.constant(4), AxisKind.PARALLEL),
                new Axis("k", Dims.constant(4), AxisKind.REDUCTION)),
            computation("C[m,n] += A[m,k] * B[k,n]", "m=4 n=4 k=4").tensors(),
            List.of());
    assertThatThrownBy(() -> Placements.of(mapping(symbolic, MATRIX_16, "i<-m; j<-n; r<-k")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("found symbolic extents in symbolic, needed constants");
  }
}
