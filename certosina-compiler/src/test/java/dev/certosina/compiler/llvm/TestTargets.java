package dev.certosina.compiler.llvm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.runtime.exec.CpuFeatures;
import dev.certosina.runtime.internal.TileRegisters;
import java.nio.file.Path;
import java.util.List;

/// What tests of generated code share: the targets, this processor, the compiler.
final class TestTargets {
  private TestTargets() {}

  static final List<Target> ALL = List.of(Targets.X86_64_V3, Targets.X86_64_V4);

  static final KernelCompiler COMPILER =
      new KernelCompiler(Path.of(System.getProperty("java.io.tmpdir"), "certosina-test-llvm"));

  /// Skips the test, saying what is missing, where this processor cannot run the target's code.
  static void requireHost(Target target) {
    assumeTrue(
        target.runsOn(CpuFeatures.flags()),
        () -> "this processor lacks some of " + target.requiredCpuFlags() + " for " + target);
    TileRegisters.requestFor(target.requiredCpuFlags());
  }
}
