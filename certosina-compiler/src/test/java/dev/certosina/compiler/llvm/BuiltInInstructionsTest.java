package dev.certosina.compiler.llvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.IntrinsicTypes;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.KernelInterpreter;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.compiler.kernel.KernelVerifier;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.NativeAbi;
import dev.certosina.testkit.InvokingKernels;
import dev.certosina.testkit.QemuRun;
import dev.certosina.testkit.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every instruction that comes with the compiler: its template compiles, and does what its compute
/// abstraction says wherever it can be run.
class BuiltInInstructionsTest {
  private static final int ROUNDS = 3;

  private static Stream<Accelerator> of(String processor) {
    return Accelerators.builtIn().stream()
        .filter(accelerator -> accelerator.target().isPresent())
        .filter(accelerator -> target(accelerator).triple().startsWith(processor));
  }

  static Stream<Accelerator> x86() {
    return of("x86_64");
  }

  static Stream<Accelerator> arm() {
    return of("aarch64");
  }

  private static Target target(Accelerator accelerator) {
    return Targets.of(accelerator).orElseThrow();
  }

  private static KernelModule module(Accelerator accelerator) {
    List<Kernel> kernels = new ArrayList<>();
    for (Intrinsic intrinsic : accelerator.intrinsics()) {
      kernels.add(InvokingKernels.kernel(intrinsic.name(), intrinsic));
    }
    KernelModule module = new KernelModule(kernels);
    KernelVerifier.requireValid(module);
    return module;
  }

  /// A step with one instruction.
  ///
  /// @param exact whether machine code must give the interpreter's bits
  private record Example(Intrinsic intrinsic, KernelStep step, boolean exact) {}

  /// Every instruction on small numbers, whose sums are exact in any order, and on any numbers.
  private static List<Example> examples(Accelerator accelerator, RandomGenerator random) {
    List<Example> examples = new ArrayList<>();
    for (Intrinsic intrinsic : accelerator.intrinsics()) {
      boolean isInteger = IntrinsicTypes.result(intrinsic).element().isInteger();
      boolean isExact = isInteger || productsPerLane(intrinsic) == 1;
      for (int round = 0; round < ROUNDS; round++) {
        examples.add(new Example(intrinsic, step(intrinsic, true, random), true));
        examples.add(new Example(intrinsic, step(intrinsic, false, random), isExact));
      }
    }
    return examples;
  }

  private static int productsPerLane(Intrinsic intrinsic) {
    Computation compute = intrinsic.compute();
    int points = 1;
    for (Axis axis : compute.axes()) {
      points *= (int) Dims.constantValue(axis.extent()).orElseThrow();
    }
    return points / IntrinsicTypes.result(intrinsic).lanes();
  }

  private static KernelStep step(Intrinsic intrinsic, boolean small, RandomGenerator random) {
    return InvokingKernels.step(
        intrinsic.name(),
        intrinsic,
        i -> {
          ElementType type = IntrinsicTypes.operands(intrinsic).get(i).element();
          int elements = InvokingKernels.elements(intrinsic, i);
          if (type.isInteger()) {
            byte[] bytes = new byte[elements * type.byteSize()];
            random.nextBytes(bytes);
            return KernelStorage.of(bytes);
          }
          return floats(type, elements, small, random);
        });
  }

  private static KernelStorage floats(
      ElementType type, int elements, boolean small, RandomGenerator random) {
    ByteBuffer bytes = ByteBuffer.allocate(elements * type.byteSize());
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < elements; i++) {
      float number = small ? random.nextInt(17) - 8 : random.nextFloat(-1, 1);
      switch (type) {
        case FLOAT32 -> bytes.putFloat(number);
        case BFLOAT16 -> bytes.putShort((short) (Float.floatToIntBits(number) >>> 16));
        default -> throw new AssertionError(type);
      }
    }
    return KernelStorage.of(bytes.array());
  }

  @ParameterizedTest
  @MethodSource("x86")
  void computeOnThisProcessorWhatTheySay(Accelerator accelerator) {
    KernelModule module = module(accelerator);
    MachineCode code = TestTargets.COMPILER.compile(module, target(accelerator), false);
    TestTargets.requireHost(target(accelerator));
    List<Example> examples = examples(accelerator, Seed.generator());
    try (NativeRun run = new NativeRun(code, examples.stream().map(Example::step).toList())) {
      run.drive(1);
      assertThat(run.guardsHold()).isTrue();
      examples.forEach(example -> check(module, example, run::bytes));
    }
  }

  @ParameterizedTest
  @MethodSource("arm")
  void computeUnderEmulationWhatTheySay(Accelerator accelerator)
      throws IOException, InterruptedException {
    KernelModule module = module(accelerator);
    Target target = target(accelerator);
    assertThat(TestTargets.COMPILER.compile(module, target, true).blob()).isNotEmpty();
    QemuRun.requireEmulator();
    List<Example> examples = examples(accelerator, Seed.generator());
    QemuRun run =
        QemuRun.run(
            TestTargets.COMPILER,
            module,
            target,
            true,
            examples.stream().map(Example::step).toList());
    assertThat(run.error(NativeAbi.ERROR_CODE)).isZero();
    examples.forEach(example -> check(module, example, run::bytes));
  }

  private static void check(
      KernelModule module, Example example, Function<KernelStorage, byte[]> machine) {
    KernelStorage result = InvokingKernels.result(example.step());
    byte[] actual = machine.apply(result);
    new KernelInterpreter(module).run(example.step());
    String name = example.intrinsic().name();
    if (example.exact()) {
      assertThat(actual).as(name).isEqualTo(result.bytes());
      return;
    }
    // All numbers are below 1, so the magnitudes sum to less than the number of terms.
    int terms = 1 + InvokingKernels.TILES * productsPerLane(example.intrinsic());
    float[] machineSums = KernelStorage.of(actual).floats();
    for (int i = 0; i < machineSums.length; i++) {
      assertThat(machineSums[i])
          .as(name)
          .isCloseTo(result.floats()[i], within(terms * terms * Math.ulp(1f)));
    }
  }
}
