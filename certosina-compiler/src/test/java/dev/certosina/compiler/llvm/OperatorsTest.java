package dev.certosina.compiler.llvm;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.compiler.kernel.KernelStep.Stage;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.compiler.kernel.KernelVerifier;
import dev.certosina.compiler.llvm.OperatorCases.OperatorCase;
import dev.certosina.compiler.target.Target;
import dev.certosina.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every operator on every element type compiles without needing a library, which linking the
/// object proves, and does what the interpreter does.
class OperatorsTest {
  private static final int ELEMENTS = 192;

  static Stream<Arguments> targetsAndLanes() {
    return TestTargets.ALL.stream()
        .flatMap(target ->
            Stream.of(1, 4, target.vectorBytes() / Float.BYTES)
                .map(lanes -> Arguments.of(target, lanes)));
  }

  @ParameterizedTest
  @MethodSource("targetsAndLanes")
  void agreeWithInterpreter(Target target, int lanes) {
    RandomGenerator random = Seed.generator();
    List<OperatorCase> cases = OperatorCases.all(lanes);
    KernelModule module = new KernelModule(cases.stream().map(OperatorCase::kernel).toList());
    KernelVerifier.requireValid(module);
    MachineCode code = TestTargets.COMPILER.compile(module, target, false);
    TestTargets.requireHost(target);
    for (OperatorCase example : cases) {
      Kernel kernel = example.kernel();
      Differential.check(
          module, code, new Differential.Case(kernel.name(), step(example, random)), 1);
    }
  }

  /// A step that runs the kernel of a case on its values.
  static KernelStep step(OperatorCase example, RandomGenerator random) {
    List<Argument> arguments = new ArrayList<>();
    arguments.add(new Argument.Word(ELEMENTS));
    for (int i = 0; i < 3; i++) {
      KernelStorage storage =
          OperandValues.storage(example.type(), ELEMENTS, example.takesNan(), random);
      arguments.add(KernelStep.view(storage, example.type()));
    }
    KernelStorage mask = OperandValues.storage(ElementType.BOOL, ELEMENTS, true, random);
    arguments.add(KernelStep.view(mask, ElementType.BOOL));
    KernelStorage result = KernelStorage.uninitialised(ELEMENTS * example.result().byteSize());
    arguments.add(KernelStep.view(result, example.result()));
    return new KernelStep(List.of(new Stage(example.kernel().name(), arguments, 1)), 1, 1, 1, 1, 1);
  }
}
