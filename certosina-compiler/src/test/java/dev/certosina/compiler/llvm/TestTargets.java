package dev.certosina.compiler.llvm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// What tests of generated code share: the targets, this processor, the compiler.
final class TestTargets {
  private TestTargets() {}

  static final List<Target> ALL = List.of(Targets.X86_64_V3, Targets.X86_64_V4);

  static final KernelCompiler COMPILER =
      new KernelCompiler(Path.of(System.getProperty("java.io.tmpdir"), "certosina-test-llvm"));

  private static final Set<String> CPU_FLAGS = cpuFlags();

  /// Skips the test, saying what is missing, where this processor cannot run the target's code.
  static void requireHost(Target target) {
    assumeTrue(
        target.runsOn(CPU_FLAGS),
        () -> "this processor lacks some of " + target.requiredCpuFlags() + " for " + target);
  }

  private static Set<String> cpuFlags() {
    try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("flags"))
          .findFirst()
          .map(line -> Set.of(line.substring(line.indexOf(':') + 1).strip().split(" ")))
          .orElse(Set.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
