package dev.certosina.compiler.llvm;

import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.target.Target;
import dev.certosina.testkit.Seed;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RandomKernelsTest {
  private static final int MODULES = 25;

  static Stream<Arguments> modes() {
    return TestTargets.ALL.stream()
        .flatMap(target -> Stream.of(Arguments.of(target, false), Arguments.of(target, true)));
  }

  @ParameterizedTest
  @MethodSource("modes")
  void agreeWithInterpreter(Target target, boolean checked) {
    TestTargets.requireHost(target);
    RandomGenerator random = Seed.generator();
    for (int i = 0; i < MODULES; i++) {
      KernelModule module = RandomKernels.module(random);
      MachineCode code = TestTargets.COMPILER.compile(module, target, checked);
      Differential.Case example = new Differential.Case("module " + i, RandomKernels.step(random));
      Differential.check(module, code, example, 1);
    }
  }
}
