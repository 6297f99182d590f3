package dev.certosina;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TensorTest {
  @Test
  void wrapsArraysWithoutCopying() {
    float[] data = {1, 2, 3, 4, 5, 6};
    Tensor tensor = Tensor.of(data, 2, 3);
    data[4] = 50;
    assertThat(tensor.toFloatArray()).containsExactly(1, 2, 3, 4, 50, 6);
    assertThat(tensor.shape()).containsExactly(2, 3);
    assertThat(tensor.toString()).isEqualTo("f32[2, 3]");
  }

  @Test
  void takesVectorsScalarsAndNestedArrays() {
    assertThat(Tensor.of(new long[] {7, 8}).shape()).containsExactly(2);
    assertThat(Tensor.scalar(7L).rank()).isZero();
    assertThat(Tensor.scalar(7f).elementCount()).isEqualTo(1);
    Tensor matrix = Tensor.of(new long[][] {{1, 2, 3}, {4, 5, 6}});
    assertThat(matrix.toLongArray()).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(matrix.shape()).containsExactly(2, 3);
    assertThat(Tensor.of(new float[][][] {{{1}, {2}}, {{3}, {4}}}).shape())
        .containsExactly(2, 2, 1);
    assertThat(Tensor.of(new int[0][]).shape()).containsExactly(0, 0);
  }

  @Test
  void refusesRaggedNestedArrays() {
    assertThatThrownBy(() -> Tensor.of(new int[][] {{1, 2}, {3}}))
        .isInstanceOf(ModelException.class)
        .hasMessage("nested array: axis 1 has rows of 2 and of 1 elements");
  }

  @Test
  void refusesShapesThatDoNotFit() {
    assertThatThrownBy(() -> Tensor.of(new float[5], 2, 3))
        .isInstanceOf(ModelException.class)
        .hasMessage("tensor of f32[2, 3] takes 24 bytes, found 20");
    assertThatThrownBy(() -> Tensor.of(new float[5], -5)).isInstanceOf(ModelException.class);
    assertThatThrownBy(() -> Tensor.of(new float[5], 1L << 40, 1L << 40))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("64 bits");
    assertThatThrownBy(() -> Tensor.of(new byte[5], ElementType.STRING, 5))
        .isInstanceOf(ModelException.class)
        .hasMessage("tensors of string are not supported");
  }

  @Test
  void wrapsBuffersOfNativeOrder() {
    FloatBuffer direct =
        ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()).asFloatBuffer();
    Tensor tensor = Tensor.of(direct, 2);
    direct.put(1, 7);
    assertThat(tensor.toFloatArray()).containsExactly(0, 7);
    ByteOrder other =
        ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
            ? ByteOrder.LITTLE_ENDIAN
            : ByteOrder.BIG_ENDIAN;
    FloatBuffer swapped = ByteBuffer.allocateDirect(8).order(other).asFloatBuffer();
    assertThatThrownBy(() -> Tensor.of(swapped, 2)).isInstanceOf(ModelException.class);
  }

  @Test
  void wrapsMemorySegments() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocateFrom(ValueLayout.JAVA_INT, 1, -2, 3);
      assertThat(Tensor.of(segment, ElementType.INT32, 3).toIntArray()).containsExactly(1, -2, 3);
    }
    Tensor zeros = Tensor.allocate(ElementType.FLOAT64, 2, 2);
    assertThat(zeros.toDoubleArray()).containsExactly(0, 0, 0, 0);
    assertThat(zeros.data().address() % 64).isZero();
  }

  @Test
  void convertsEveryElementType() {
    byte[] bytes = {0, 1, (byte) 0xff};
    assertThat(Tensor.of(bytes, ElementType.INT8, 3).toLongArray()).containsExactly(0, 1, -1);
    assertThat(Tensor.of(bytes, ElementType.UINT8, 3).toLongArray()).containsExactly(0, 1, 255);
    assertThat(Tensor.of(new boolean[] {true, false}, 2).toIntArray()).containsExactly(1, 0);
    short[] shorts = {-1, 2};
    assertThat(Tensor.of(shorts, 2).toIntArray()).containsExactly(-1, 2);
    assertThat(Tensor.wrap(shorts, ElementType.UINT16, new long[] {2}).toLongArray())
        .containsExactly(65535, 2);
    assertThat(Tensor.wrap(new int[] {-1}, ElementType.UINT32, new long[] {1}).toLongArray())
        .containsExactly(0xffff_ffffL);
    assertThat(Tensor.of(new double[] {0.1}).toDoubleArray()).containsExactly(0.1);
    short[] halves = {Float.floatToFloat16(1.5f), Float.floatToFloat16(-0.25f)};
    assertThat(Tensor.wrap(halves, ElementType.FLOAT16, new long[] {2}).toFloatArray())
        .containsExactly(1.5f, -0.25f);
    short[] brain = {(short) (Float.floatToIntBits(-3) >>> 16)};
    assertThat(Tensor.wrap(brain, ElementType.BFLOAT16, new long[] {1}).toDoubleArray())
        .containsExactly(-3);
  }

  @Test
  void refusesToConvertToATypeThatCannotHoldTheElements() {
    assertThatThrownBy(() -> Tensor.of(new long[1]).toFloatArray())
        .isInstanceOf(ModelException.class)
        .hasMessage("tensor is i64, needed f32, f16 or bf16");
    assertThatThrownBy(() -> Tensor.of(new float[1]).toLongArray())
        .isInstanceOf(ModelException.class);
    assertThatThrownBy(() -> Tensor.of(new long[1]).toIntArray())
        .isInstanceOf(ModelException.class);
  }

  @Test
  void readsUnalignedMemory() {
    byte[] bytes = new byte[13];
    ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).putFloat(1, 4.5f);
    MemorySegment odd = MemorySegment.ofArray(bytes).asSlice(1, 12);
    assertThat(Tensor.of(odd, ElementType.FLOAT32, 3).toFloatArray()).containsExactly(4.5f, 0, 0);
  }

  @Test
  void allocatesOutputsOfEveryComputableType() {
    for (ElementType type : ElementType.values()) {
      if (type.isComputable()) {
        Tensor tensor = OutputTensors.allocate(type, new long[] {2, 3});
        assertThat(tensor.type()).isEqualTo(type);
        assertThat(IntStream.range(0, 6 * type.byteSize()))
            .allMatch(i -> tensor.data().get(ValueLayout.JAVA_BYTE, i) == 0);
      }
    }
  }
}
