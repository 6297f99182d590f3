package dev.certosina.compiler.llvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.compiler.kernel.KernelStep.Stage;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.compiler.target.Target;
import dev.certosina.runtime.exec.NativeAbi;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KernelCompilerTest {
  private static final int MICRO_ROWS = 4;
  private static final int K = 37;

  static Stream<Target> targets() {
    return TestTargets.ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void givesSameBytesTwice(Target target) {
    KernelModule module = product(target);
    MachineCode first = TestTargets.COMPILER.compile(module, target, true);
    MachineCode second = TestTargets.COMPILER.compile(module, target, true);
    assertThat(first.blob()).isEqualTo(second.blob());
    assertThat(first.entryOffsets()).isEqualTo(second.entryOffsets());
  }

  @ParameterizedTest
  @MethodSource("targets")
  void givesSameBytesOnSeveralThreadsAtOnce(Target target) {
    KernelModule module = product(target);
    byte[] alone = TestTargets.COMPILER.compile(module, target, false).blob();
    List<byte[]> together =
        IntStream.range(0, 8)
            .parallel()
            .mapToObj(_ -> TestTargets.COMPILER.compile(module, target, false).blob())
            .toList();
    assertThat(together).allSatisfy(blob -> assertThat(blob).isEqualTo(alone));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void namesDriverAndEntryKernelsOnly(Target target) {
    MachineCode code = TestTargets.COMPILER.compile(product(target), target, false);
    assertThat(code.entryOffsets().keySet()).containsExactly(NativeAbi.DRIVER, "product");
  }

  @ParameterizedTest
  @MethodSource("targets")
  void reportsWhatLlvmRefuses(Target target) {
    assertThatThrownBy(
            () -> TestTargets.COMPILER.compileText("define void @f() { ret i32 0 }", target))
        .isInstanceOf(InternalCompilerException.class)
        .hasMessageContaining("value doesn't match function result type 'void'");
  }

  @ParameterizedTest
  @MethodSource("targets")
  void survivesWhatCodeGenerationRefuses(Target target) {
    String text = "define float @f(float %x) \"target-features\"=\"-sse,-sse2\" { ret float %x }";
    assertThatThrownBy(() -> TestTargets.COMPILER.compileText(text, target))
        .isInstanceOf(InternalCompilerException.class)
        .hasMessageContaining("SSE register return with SSE disabled");
  }

  @ParameterizedTest
  @MethodSource("targets")
  void refusesCodeThatNeedsLibrary(Target target) {
    String text =
        """
        declare double @sin(double)
        define double @f(double %x) {
          %y = call double @sin(double %x)
          ret double %y
        }
        """;
    assertThatThrownBy(() -> TestTargets.COMPILER.compileText(text, target))
        .isInstanceOf(InternalCompilerException.class)
        .hasMessage("object code: symbol 'sin' is not defined in code or read-only data");
  }

  @ParameterizedTest
  @MethodSource("targets")
  void multipliesMatricesOnAnyNumberOfThreads(Target target) {
    TestTargets.requireHost(target);
    MachineCode machineCode = TestTargets.COMPILER.compile(product(target), target, false);
    int rows = 48;
    int columns = columns(target);
    float[] a = random(rows * K, 1);
    float[] b = random(K * columns, 2);
    for (int threads = 1; threads <= 4; threads++) {
      KernelStorage c = KernelStorage.uninitialised(rows * columns * Float.BYTES);
      List<Argument> arguments =
          List.of(
              new Argument.Word(K),
              new Argument.Word(a.length),
              new Argument.Word(b.length),
              new Argument.Word((long) rows * columns),
              KernelStep.view(KernelStorage.ofFloats(a), ElementType.FLOAT32),
              KernelStep.view(KernelStorage.ofFloats(b), ElementType.FLOAT32),
              KernelStep.view(c, ElementType.FLOAT32));
      Stage stage = new Stage("product", arguments, 1);
      KernelStep step = new KernelStep(List.of(stage), 1, rows, 3 * MICRO_ROWS, 1, 1);
      try (NativeRun run = new NativeRun(machineCode, List.of(step))) {
        run.drive(threads);
        assertThat(KernelStorage.of(run.bytes(c)).floats())
            .isEqualTo(expected(a, b, rows, columns));
      }
    }
  }

  private static float[] expected(float[] a, float[] b, int rows, int columns) {
    float[] c = new float[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int k = 0; k < K; k++) {
          sum = Math.fma(a[i * K + k], b[k * columns + j], sum);
        }
        c[i * columns + j] = sum;
      }
    }
    return c;
  }

  private static int columns(Target target) {
    return 2 * target.lanes(Float.BYTES);
  }

  private static KernelModule product(Target target) {
    Kernel micro = SampleKernels.microKernel(MICRO_ROWS, 2, target.lanes(Float.BYTES));
    return new KernelModule(
        List.of(micro, SampleKernels.product(micro, MICRO_ROWS, columns(target))));
  }

  private static float[] random(int length, int seed) {
    Random random = new Random(seed);
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return values;
  }
}
