package dev.certosina;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignatureTest {
  private static final Dim BATCH = Dims.symbol("ids.0");
  private static final Dim LENGTH = Dims.symbol("ids.1");

  private final Signature signature =
      new Signature(
          new Program(
              List.of(Program.Symbol.extent("ids.0", 0, 0), Program.Symbol.extent("ids.1", 0, 1)),
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
  void readsElementsOffIntegerInputsOfAnyTypeAndMemory() {
    assertThat(elements(Tensor.of(new long[] {7, Long.MIN_VALUE, 9}))).isEqualTo(Long.MIN_VALUE);
    assertThat(elements(Tensor.of(new int[] {7, -3, 9}))).isEqualTo(-3);
    assertThat(elements(Tensor.of(new short[] {7, -3, 9}, 3))).isEqualTo(-3);
    assertThat(elements(Tensor.of(new byte[] {7, -3, 9}, ElementType.INT8, 3))).isEqualTo(-3);
    assertThat(elements(Tensor.of(new byte[] {7, -3, 9}, ElementType.UINT8, 3))).isEqualTo(253);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment unaligned = arena.allocate(25).asSlice(1);
      unaligned.set(ValueLayout.JAVA_LONG_UNALIGNED, 8, 1L << 40);
      assertThat(elements(Tensor.of(unaligned, ElementType.INT64, 3))).isEqualTo(1L << 40);
    }
  }

  @Test
  void refusesElementsOfMoreThan63Bits() {
    long[] data = {0, -1, 0};
    Tensor tensor = Tensor.of(MemorySegment.ofArray(data), ElementType.UINT64, 3);
    assertThatThrownBy(() -> elements(tensor))
        .isInstanceOf(ModelException.class)
        .hasMessage("element 1 of u64[3] is 18446744073709551615, needed less than 2^63");
  }

  @Test
  void refusesAWrongExtentOfAnInputWithElements() {
    assertThatThrownBy(() -> elements(Tensor.of(new long[] {7})))
        .hasMessage("input 'target': axis 0 is 1, needed 3");
  }

  /// Element 1 of a tensor that should have 3.
  private static long elements(Tensor target) {
    Signature elements =
        new Signature(
            new Program(
                List.of(Program.Symbol.element(new Dim.Element("target", 1), 0)),
                List.of(new Program.TensorSpec("target", target.type(), List.of(Dims.constant(3)))),
                List.of(),
                List.of()));
    return elements.symbols(elements.inputs(Map.of("target", target))).values()[0];
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
