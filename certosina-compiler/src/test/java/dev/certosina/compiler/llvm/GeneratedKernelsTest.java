package dev.certosina.compiler.llvm;

import dev.certosina.compiler.kernel.KernelPrinter;
import dev.certosina.compiler.target.Target;
import dev.certosina.testkit.RandomKernel;
import dev.certosina.testkit.RandomKernels;
import dev.certosina.testkit.Seed;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Machine code against the interpreter on kernels of all element types, with conversions,
/// shuffles, masks and vectors of odd lengths.
class GeneratedKernelsTest {
  private static final int MODULES = 40;

  static Stream<Target> targets() {
    return TestTargets.ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void agreeWithInterpreter(Target target) {
    TestTargets.requireHost(target);
    RandomGenerator random = Seed.generator();
    for (int i = 0; i < MODULES; i++) {
      RandomKernel kernel = RandomKernels.generate(random);
      String text = KernelPrinter.print(kernel.module());
      MachineCode code =
          TestTargets.COMPILER.compile(kernel.module(), target, random.nextBoolean());
      Differential.check(kernel.module(), code, new Differential.Case(text, kernel.step()), 1);
    }
  }
}
