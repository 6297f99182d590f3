package dev.certosina.compiler.llvm;

import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.llvm.OperatorCases.OperatorCase;
import dev.certosina.compiler.target.Targets;
import dev.certosina.testkit.QemuRun;
import dev.certosina.testkit.RandomKernel;
import dev.certosina.testkit.RandomKernels;
import dev.certosina.testkit.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Code for AArch64 does under emulation what the interpreter does.
class EmulatedKernelsTest {
  private static final int GENERATED = 8;

  @Test
  void agreeOnEveryOperator() throws IOException, InterruptedException {
    checkOperators(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  @Tag("slow")
  void agreeOnEveryOperatorOfOtherLanes(int lanes) throws IOException, InterruptedException {
    checkOperators(lanes);
  }

  private static void checkOperators(int lanes) throws IOException, InterruptedException {
    RandomGenerator random = Seed.generator();
    List<OperatorCase> cases = OperatorCases.all(lanes);
    List<KernelStep> steps = new ArrayList<>();
    cases.forEach(example -> steps.add(OperatorsTest.step(example, random)));
    KernelModule module = new KernelModule(cases.stream().map(OperatorCase::kernel).toList());
    QemuRun run = run(module, false, steps);
    for (int i = 0; i < steps.size(); i++) {
      Kernel kernel = cases.get(i).kernel();
      Differential.compare(module, new Differential.Case(kernel.name(), steps.get(i)), run::bytes);
    }
  }

  @Test
  void agreeOnGeneratedKernels() throws IOException, InterruptedException {
    RandomGenerator random = Seed.generator();
    for (int i = 0; i < GENERATED; i++) {
      RandomKernel generated = RandomKernels.generate(random);
      QemuRun run = run(generated.module(), i % 2 == 0, List.of(generated.step()));
      Differential.compare(
          generated.module(), new Differential.Case("kernel " + i, generated.step()), run::bytes);
    }
  }

  private static QemuRun run(KernelModule module, boolean checked, List<KernelStep> steps)
      throws IOException, InterruptedException {
    QemuRun.requireEmulator();
    return QemuRun.run(TestTargets.COMPILER, module, Targets.AARCH64, checked, steps);
  }
}
