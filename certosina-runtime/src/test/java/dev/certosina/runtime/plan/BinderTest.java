package dev.certosina.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program;
import java.util.List;
import org.junit.jupiter.api.Test;

class BinderTest {
  private static final Dim A = Dims.symbol("a.0");
  private static final Dim B = Dims.symbol("b.0");
  private static final Dim ONE = Dims.constant(1);

  private static Binder small() {
    return new Binder(
        SmallProgram.program(1),
        SmallProgram::address,
        new Binder.Weights(SmallProgram.weights(), 0),
        1);
  }

  /// One variant per number of steps; the first is guarded by equal extents.
  private static Binder guarded() {
    Program.Stage stage = new Program.Stage("k", List.of(), ONE, 1, ONE, ONE, ONE);
    Program.Group group = new Program.Group("g", ONE, ONE, 1, false, List.of(stage));
    Program.Variant equal =
        new Program.Variant(List.of(new Program.Guard(A, B)), List.of(), List.of(), List.of(group));
    Program.Variant general =
        new Program.Variant(
            List.of(),
            List.of(
                new Program.Check(
                    Dims.add(A, B), Program.Relation.EQUAL, Dims.constant(9), "node 'sum'")),
            List.of(),
            List.of(group, group));
    Program program =
        new Program(
            List.of(Program.Symbol.extent("a.0", 0, 0), Program.Symbol.extent("b.0", 1, 0)),
            List.of(
                new Program.TensorSpec("a", ElementType.FLOAT32, List.of(A)),
                new Program.TensorSpec("b", ElementType.FLOAT32, List.of(B))),
            List.of(new Program.TensorSpec("c", ElementType.FLOAT32, List.of(Dims.multiply(A, B)))),
            List.of(equal, general));
    return new Binder(program, _ -> 0, new Binder.Weights(SmallProgram.weights(), 0), 1);
  }

  private static Plan bind(Binder binder, long... symbols) {
    return binder.bind(new Extents(symbols));
  }

  @Test
  void takesTheFirstVariantWhoseGuardsHold() {
    assertThat(bind(guarded(), 7, 7).stepCount()).isEqualTo(1);
    assertThat(bind(guarded(), 4, 5).stepCount()).isEqualTo(2);
  }

  @Test
  void refusesDimsThatFailACheck() {
    assertThatThrownBy(() -> bind(guarded(), 4, 6))
        .isInstanceOf(ModelException.class)
        .hasMessage("node 'sum': a.0 + b.0 is 10, needed exactly 9");
    assertThatThrownBy(() -> bind(small(), 1, (1 << 20) + 1))
        .isInstanceOf(ModelException.class)
        .hasMessage("length: x.1 is 1048577, needed at most 1048576");
  }

  @Test
  void refusesDimsThatOverflow() {
    assertThatThrownBy(() -> bind(small(), Long.MAX_VALUE, 1 << 20))
        .isInstanceOf(ModelException.class);
    long half = 1L << 31;
    assertThatThrownBy(() -> bind(guarded(), half, half)).isInstanceOf(ModelException.class);
  }

  @Test
  void bindsTheShapesOfOutputs() {
    Plan plan = bind(guarded(), 7, 7);
    assertThat(plan.outputs().getFirst().shape().values()).containsExactly(49);
    assertThat(plan.outputs().getFirst().byteSize()).isEqualTo(196);
  }

  @Test
  void leavesOutGroupsWithNothingToDo() {
    assertThat(bind(small(), 0, 7).stepCount()).isZero();
    assertThat(bind(small(), 7, 0).stepCount()).isZero();
    assertThat(bind(small(), 1, 1).stepCount()).isEqualTo(2);
  }
}
