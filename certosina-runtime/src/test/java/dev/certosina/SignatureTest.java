package dev.certosina;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignatureTest {
  private static final Dim BATCH = Dims.symbol("ids.0");
  private static final Dim LENGTH = Dims.symbol("ids.1");

  private final Signature signature =
      new Signature(
          new Program(
              List.of(new Program.Symbol("ids.0", 0, 0), new Program.Symbol("ids.1", 0, 1)),
              List.of(
                  new Program.TensorSpec("ids", ElementType.INT64, List.of(BATCH, LENGTH)),
                  new Program.TensorSpec(
                      "table", ElementType.FLOAT32, List.of(Dims.constant(3), LENGTH))),
              List.of(new Program.TensorSpec("out", ElementType.FLOAT32, List.of(BATCH))),
              List.of()));

  private static Map<String, Tensor> request(Tensor ids, Tensor table) {
    return Map.of("ids", ids, "table", table);
  }

  private static Tensor ids(long batch, long length) {
    return Tensor.allocate(ElementType.INT64, batch, length);
  }

  private static Tensor table(long rows, long length) {
    return Tensor.allocate(ElementType.FLOAT32, rows, length);
  }

  private void assertRefused(Map<String, Tensor> request, String message) {
    assertThatThrownBy(() -> signature.symbols(signature.inputs(request)))
        .isInstanceOf(ModelException.class)
        .hasMessage(message);
  }

  @Test
  void readsSymbolsOffTheInputs() {
    Tensor[] tensors = signature.inputs(request(ids(2, 7), table(3, 7)));
    assertThat(signature.symbols(tensors).values()).containsExactly(2, 7);
    assertThat(signature.symbols(signature.inputs(request(ids(0, 0), table(3, 0)))).values())
        .containsExactly(0, 0);
  }

  @Test
  void refusesMissingAndUnknownInputs() {
    assertRefused(Map.of("ids", ids(1, 1)), "input 'table' is missing, needed f32[3, ids.1]");
    assertRefused(
        Map.of("ids", ids(1, 1), "table", table(3, 1), "extra", ids(1, 1)),
        "input [extra] is unknown, the model has [ids, table]");
  }

  @Test
  void refusesAWrongTypeRankOrSize() {
    assertRefused(
        request(table(1, 1), table(3, 1)), "input 'ids' is f32[1, 1], needed i64[ids.0, ids.1]");
    assertRefused(
        request(Tensor.of(new long[4]), table(3, 1)),
        "input 'ids' is i64[4], needed i64[ids.0, ids.1]");
    assertRefused(request(ids(1, 4), table(2, 4)), "input 'table': axis 0 is 2, needed 3");
    assertRefused(request(ids(1, 4), table(3, 5)), "input 'table': axis 1 is 5, needed 4");
  }

  @Test
  void refusesMemoryThatWasFreed() {
    Tensor freed;
    try (Arena arena = Arena.ofConfined()) {
      freed = Tensor.of(arena.allocate(8), ElementType.INT64, 1, 1);
    }
    assertRefused(request(freed, table(3, 1)), "input 'ids': its memory was freed");
  }

  @Test
  void refusesOutputsThatDoNotFit() {
    Tensor readOnly =
        Tensor.of(
            Tensor.allocate(ElementType.FLOAT32, 2).data().asReadOnly(), ElementType.FLOAT32, 2);
    assertThatThrownBy(() -> signature.checkOutputs(Map.of("out", readOnly)))
        .hasMessage("output 'out' is read-only");
    assertThatThrownBy(() -> signature.checkOutputs(Map.of("no", readOnly)))
        .hasMessage("output [no] is unknown, the model has [out]");
    assertThatThrownBy(() -> signature.checkOutputs(Map.of("out", ids(1, 1))))
        .hasMessage("output 'out' is i64[1, 1], needed f32[ids.0]");
  }
}
