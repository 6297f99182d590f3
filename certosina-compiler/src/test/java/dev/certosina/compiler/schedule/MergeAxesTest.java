package dev.certosina.compiler.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MergeAxesTest {
  private static final Dim B = Dims.symbol("x.0");
  private static final Dim S = Dims.symbol("x.1");
  private static final Axis BATCH = new Axis("g0", B, AxisKind.PARALLEL);
  private static final Axis ROW = new Axis("g1", S, AxisKind.PARALLEL);

  @Test
  void foldsAxesThatEveryAddressWalksAsOne() {
    IndexExpr dense = form(Dims.multiply(S, Dims.constant(384)), Dims.constant(384));
    IndexExpr constant = IndexExpr.axis("e0.j");
    MergeAxes.Result result =
        MergeAxes.merge(List.of(BATCH, ROW), List.of(dense, constant), Set.of());
    assertThat(result.axes())
        .containsExactly(new Axis("g1", Dims.multiply(B, S), AxisKind.PARALLEL));
    assertThat(result.removed()).containsExactly("g0");
    assertThat(result.apply(dense)).isEqualTo(IndexExpr.axis("g1").times(Dims.constant(384)));
  }

  @Test
  void keepsAxesThatSomeAddressWalksDifferently() {
    IndexExpr dense = form(Dims.multiply(S, Dims.constant(384)), Dims.constant(384));
    IndexExpr perBatch = form(Dims.constant(1), Dims.constant(0));
    IndexExpr perRow = form(Dims.constant(0), Dims.constant(1));
    for (IndexExpr other : List.of(perBatch, perRow)) {
      MergeAxes.Result result =
          MergeAxes.merge(List.of(BATCH, ROW), List.of(dense, other), Set.of());
      assertThat(result.axes()).containsExactly(BATCH, ROW);
      assertThat(result.removed()).isEmpty();
    }
  }

  @Test
  void keepsAxesThatAreValues() {
    IndexExpr dense = form(S, Dims.constant(1));
    for (String axis : List.of("g0", "g1")) {
      assertThat(MergeAxes.merge(List.of(BATCH, ROW), List.of(dense), Set.of(axis)).axes())
          .containsExactly(BATCH, ROW);
    }
  }

  @Test
  void foldsOnlyTheNeighboursThatFit() {
    Axis head = new Axis("g2", Dims.constant(12), AxisKind.PARALLEL);
    IndexExpr transposed =
        form(Dims.multiply(S, Dims.constant(12)), Dims.constant(1))
            .plus(IndexExpr.axis("g2").times(S));
    MergeAxes.Result result =
        MergeAxes.merge(List.of(BATCH, head, ROW), List.of(transposed), Set.of());
    assertThat(result.axes()).hasSize(1);
    MergeAxes.Result inOrder =
        MergeAxes.merge(List.of(BATCH, ROW, head), List.of(transposed), Set.of());
    assertThat(inOrder.axes()).containsExactly(BATCH, ROW, head);
  }

  private static IndexExpr form(Dim batchStride, Dim rowStride) {
    return IndexExpr.axis("g0").times(batchStride).plus(IndexExpr.axis("g1").times(rowStride));
  }
}
