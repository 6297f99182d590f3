package dev.certosina.compiler.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.testkit.InvokingKernels;
import dev.certosina.testkit.SampleIntrinsics;
import dev.certosina.testkit.Seed;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class IntrinsicEvaluationTest {
  private static final String FMA =
      """
      entry kernel k(n: scalar, x: read_write f32[n]) {
        let d = load(x[0], f32x4)
        let e = invoke("fma_broadcast_4", d, load(x[4], f32), load(x[5], f32x4))
        store x[0] = e
        store x[5] = vector(extract(e, 3), 1.0:f32, load(x[4], f32))
      }
      """;

  private static KernelModule parse(String text, Intrinsic intrinsic) {
    return KernelParser.parseModule(
        text, name -> Optional.of(intrinsic).filter(known -> known.name().equals(name)));
  }

  @Test
  void addsEachProductWithOneRounding() {
    KernelModule module = parse(FMA, SampleIntrinsics.fmaBroadcast(4));
    assertThat(KernelVerifier.verify(module)).isEmpty();
    float a = 1 + 0x1p-12f;
    KernelStorage x = KernelStorage.ofFloats(-1, 0, 1, 2, a, a, 1, 3, 4);
    run(module, x, ElementType.FLOAT32);
    assertThat(x.floats())
        .containsExactly(Math.fma(a, a, -1), a, Math.fma(a, 3, 1), 2 + 4 * a, a, 2 + 4 * a, 1, a, 4)
        .doesNotContain(a * a - 1);
  }

  private static void run(KernelModule module, KernelStorage x, ElementType type) {
    KernelStep.Argument.View view = KernelStep.view(x, type);
    new KernelInterpreter(module)
        .run("k", List.of(new KernelStep.Argument.Word(view.extent()), view), KernelStep.ONLY);
  }

  @Test
  void multipliesTilesOfAnySize() {
    RandomGenerator random = Seed.generator();
    int[][] extents = {{4, 8, 2}, {3, 5, 7}, {16, 16, 64}, {1, 1, 1}};
    for (int[] size : extents) {
      Intrinsic intrinsic =
          SampleIntrinsics.matrix(ElementType.INT8, ElementType.INT32, size[0], size[1], size[2]);
      byte[][] content = new byte[3][];
      KernelStep step =
          InvokingKernels.step(
              "k",
              intrinsic,
              i -> {
                int width = i == 0 ? 4 : 1;
                content[i] = new byte[InvokingKernels.elements(intrinsic, i) * width];
                random.nextBytes(content[i]);
                return KernelStorage.of(content[i]);
              });
      KernelModule module = new KernelModule(List.of(InvokingKernels.kernel("k", intrinsic)));
      KernelVerifier.requireValid(module);
      new KernelInterpreter(module).run(step);
      assertThat(InvokingKernels.result(step).bytes())
          .isEqualTo(product(content, size[0], size[1], size[2]));
    }
  }

  /// Three products of `i8` matrices on top of an `i32` one.
  private static byte[] product(byte[][] content, int rows, int columns, int depth) {
    ByteBuffer sum = ByteBuffer.wrap(content[0].clone()).order(ByteOrder.LITTLE_ENDIAN);
    for (int tile = 0; tile < 3; tile++) {
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
          int at = 4 * (i * columns + j);
          for (int r = 0; r < depth; r++) {
            int a = content[1][(tile * rows + i) * depth + r];
            int b = content[2][(tile * depth + r) * columns + j];
            sum.putInt(at, sum.getInt(at) + a * b);
          }
        }
      }
    }
    return sum.array();
  }

  @Test
  void keepsPartialSumsApart() {
    Intrinsic lanes = SampleIntrinsics.fmaLanes(4);
    assertThat(IntrinsicTypes.operands(lanes)).containsOnly(new Type(ElementType.FLOAT32, 4));
    KernelModule module =
        parse(
            """
            entry kernel k(n: scalar, x: read_write f32[n]) {
              store x[0] = invoke("fma_lanes_4", load(x[0], f32x4), load(x[4], f32x4), \
            load(x[8], f32x4))
            }
            """,
            lanes);
    KernelStorage x = KernelStorage.ofFloats(1, 2, 3, 4, 1, 2, 3, 4, 10, 20, 30, 40);
    run(module, x, ElementType.FLOAT32);
    assertThat(x.floats()).startsWith(11, 42, 93, 164);
  }

  @Test
  void isWrittenByName() {
    Intrinsic fma = SampleIntrinsics.fmaBroadcast(4);
    assertThat(KernelPrinter.print(parse(FMA, fma))).isEqualTo(FMA);
    assertThatThrownBy(() -> KernelParser.parseModule(FMA))
        .isInstanceOf(ModelException.class)
        .hasMessage(
            "kernel text line 3: found ',', needed the name of a known instruction before it");
  }

  @Test
  void takesOperandsOfItsTypes() {
    Intrinsic fma = SampleIntrinsics.fmaBroadcast(4);
    assertThat(KernelVerifier.verify(parse(FMA.replace("x[5], f32x4", "x[5], f32x8"), fma)))
        .containsExactly(
            "kernel 'k': operand 2 of invocation of 'fma_broadcast_4': found f32x8, needed f32x4");
    assertThat(KernelVerifier.verify(parse(FMA.replace("d, load(x[4], f32)", "d"), fma)))
        .containsExactly("kernel 'k': invocation of 'fma_broadcast_4': found 2 operands, needed 3");
  }

  @Test
  void roundsNarrowFloatsOnce() {
    Intrinsic matrix = SampleIntrinsics.matrix(ElementType.FLOAT16, ElementType.FLOAT16, 1, 1, 2);
    KernelModule module =
        parse(
            """
            entry kernel k(n: scalar, x: read_write f16[n]) {
              store x[0] = invoke("matrix_f16_1x1x2", load(x[0], f16), load(x[1], f16x2), \
            load(x[1], f16x2))
            }
            """,
            matrix);
    ByteBuffer bytes = ByteBuffer.allocate(6).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : new float[] {2048, 1, 1}) {
      bytes.putShort(Float.floatToFloat16(value));
    }
    KernelStorage x = KernelStorage.of(bytes.array());
    run(module, x, ElementType.FLOAT16);
    short sum = ByteBuffer.wrap(x.bytes()).order(ByteOrder.LITTLE_ENDIAN).getShort(0);
    assertThat(Float.float16ToFloat(sum)).isEqualTo(2050);
  }
}
