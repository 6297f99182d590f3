package dev.certosina.compiler.mapping;

import static dev.certosina.compiler.mapping.MappingSamples.computation;
import static dev.certosina.compiler.mapping.MappingSamples.intrinsic;
import static dev.certosina.compiler.mapping.MappingSamples.mapping;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.affine.QuasiAffine.Quotient;
import dev.certosina.compiler.affine.QuasiAffine.Remainder;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import dev.certosina.compiler.affine.QuasiAffinePrinter;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.mapping.VirtualMapping.VirtualAxis;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
    return QuasiAffinePrinter.print(overAxes(operand.strided().orElseThrow().base()));
  }

  /// A formula over loops and lanes of the physical mapping, over the computation's axes instead: a
  /// tile is the fused number divided by the intrinsic's size, and the lane its remainder.
  private static QuasiAffine overAxes(QuasiAffine formula) {
    Map<String, QuasiAffine> replacements = new LinkedHashMap<>();
    for (int i = 0; i < PHYSICAL.tiles().size(); i++) {
      TiledAxis tile = PHYSICAL.tiles().get(i);
      QuasiAffine number = formula(VIRTUAL.axes().get(i).number().value());
      replacements.put(tile.loop(), new Quotient(number, tile.size()));
      replacements.put(tile.lane(), new Remainder(number, tile.size()));
    }
    return formula.substitute(name -> replacements.getOrDefault(name, new Variable(name)));
  }

  private static QuasiAffine formula(IndexExpr value) {
    List<QuasiAffine> terms = new ArrayList<>();
    for (IndexExpr.Term term : value.terms()) {
      long factor = FusedAxes.constant(term.coefficient());
      Variable axis = new Variable(term.axis());
      terms.add(factor == 1 ? axis : new Scaled(axis, factor));
    }
    return terms.size() == 1 ? terms.getFirst() : new Sum(terms);
  }

  @Test
  void fusesAxesInMixedRadix() {
    assertThat(VIRTUAL.axes())
        .extracting(
            VirtualAxis::intrinsicAxis,
            axis -> IndexStatementPrinter.print(axis.number().value()),
            axis -> Dims.print(axis.number().extent()))
        .containsExactly(
            tuple("i", "n*4+p*2+q", "4"), tuple("j", "k", "4"), tuple("r", "c*9+r*3+s", "9"));
  }

  @Test
  void takesTheNumbersApartAgain() {
    assertThat(VIRTUAL.axes())
        .extracting(axis ->
            axis.digits().entrySet().stream()
                .map(digit -> digit.getKey() + "=" + QuasiAffinePrinter.print(digit.getValue()))
                .collect(Collectors.joining(" ")))
        .containsExactly("n=0 p=i/2 q=i mod 2", "k=j", "c=0 r=r/3 s=r mod 3");
  }

  @Test
  void hasTheWidthsOfTheWholeMatrices() {
    assertThat(VIRTUAL.operands())
        .extracting(operand -> QuasiAffinePrinter.print(operand.address()))
        .containsExactly("9*i+r", "4*r+j", "4*i+j");
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
        .extracting(tile -> QuasiAffinePrinter.print(overAxes(new Variable(tile.lane()))))
        .isEqualTo(List.of("(4*n+2*p+q) mod 2", "k mod 2", "(9*c+3*r+s) mod 2"));
  }
}
