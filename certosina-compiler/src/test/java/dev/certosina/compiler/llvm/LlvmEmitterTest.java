package dev.certosina.compiler.llvm;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.testkit.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;

class LlvmEmitterTest {

  @Test
  void printsEmptyModule() {
    check("printsEmptyModule", Targets.X86_64_V3, false);
  }

  @Test
  void printsMicroKernelWithCaller() {
    Kernel micro = SampleKernels.microKernel(2, 1, 16);
    check(
        "printsMicroKernelWithCaller",
        Targets.X86_64_V4,
        false,
        micro,
        SampleKernels.product(micro, 2, 16));
  }

  @Test
  void printsCheckedMicroKernelWithCaller() {
    Kernel micro = SampleKernels.microKernel(1, 1, 8);
    check(
        "printsCheckedMicroKernelWithCaller",
        Targets.X86_64_V3,
        true,
        micro,
        SampleKernels.product(micro, 1, 8));
  }

  @Test
  void printsMasksAndReductions() {
    check("printsMasksAndReductions", Targets.X86_64_V4, false, SampleKernels.normalise(16));
  }

  @Test
  void printsConversions() {
    Kernel[] conversions =
        OperatorCases.all(4).stream()
            .filter(example -> example.type() == ElementType.FLOAT32)
            .map(OperatorCases.OperatorCase::kernel)
            .filter(kernel -> kernel.name().startsWith("to_"))
            .toArray(Kernel[]::new);
    check("printsConversions", Targets.X86_64_V3, false, conversions);
  }

  private static void check(String name, Target target, boolean checked, Kernel... kernels) {
    String text = LlvmEmitter.emit(new KernelModule(List.of(kernels)), target, checked);
    Golden.check(LlvmEmitterTest.class, name + ".ll", text);
  }
}
