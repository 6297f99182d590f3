package dev.certosina.compiler.llvm;

import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStep.Coordinates;
import dev.certosina.compiler.kernel.KernelStep.Stage;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.compiler.target.Target;
import dev.certosina.testkit.RandomKernel;
import dev.certosina.testkit.RandomKernels;
import dev.certosina.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RandomKernelsTest {
  private static final int KERNELS = 40;

  static Stream<Arguments> modes() {
    return TestTargets.ALL.stream()
        .flatMap(target -> Stream.of(Arguments.of(target, false), Arguments.of(target, true)));
  }

  @ParameterizedTest
  @MethodSource("modes")
  void agreeWithInterpreter(Target target, boolean checked) {
    TestTargets.requireHost(target);
    RandomGenerator random = Seed.generator();
    for (int i = 0; i < KERNELS; i++) {
      RandomKernel kernel = RandomKernels.generate(random);
      MachineCode code = TestTargets.COMPILER.compile(kernel.module(), target, checked);
      Differential.Case example = new Differential.Case("kernel " + i, step(kernel));
      Differential.check(kernel.module(), code, example, 1);
    }
  }

  /// A step of one task.
  private static KernelStep step(RandomKernel kernel) {
    List<KernelStep.Argument> arguments = new ArrayList<>();
    for (RandomKernel.Argument argument : kernel.arguments()) {
      arguments.add(
          switch (argument) {
            case RandomKernel.Argument.Word(long value) -> new KernelStep.Argument.Word(value);
            case RandomKernel.Argument.Memory memory ->
                KernelStep.view(KernelStorage.of(memory.bytes()), memory.type());
          });
    }
    Coordinates place = kernel.coordinates();
    long rows = Math.max(1, place.rows());
    Stage stage = new Stage(kernel.entry(), arguments, place.columns());
    return new KernelStep(List.of(stage), 1, rows, rows, place.columns(), place.columns());
  }
}
