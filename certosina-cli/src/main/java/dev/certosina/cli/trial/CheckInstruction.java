package dev.certosina.cli.trial;

import dev.certosina.ModelException;
import dev.certosina.cli.accelerator.AcceleratorChoice;
import dev.certosina.cli.trial.TrialProcess.Outcome;
import dev.certosina.compiler.llvm.InstructionCheck;
import dev.certosina.compiler.llvm.KernelCompiler;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Compiles the template of one instruction, for accelerator files from elsewhere.
public final class CheckInstruction implements TrialTask {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /// Compiles the template of every instruction of a file that has one, each on its own, in a child
  /// process. Built-in accelerators are known to compile.
  ///
  /// @param name of the accelerator, or its file
  /// @param libraryFolder where the LLVM library is unpacked when it is not there yet
  /// @throws ModelException for the first template that cannot be compiled
  public static void requireAll(TrialProcess process, String name, Path libraryFolder) {
    if (!AcceleratorChoice.isFile(name)) {
      return;
    }
    Accelerator accelerator = AcceleratorChoice.of(name);
    if (accelerator.target().isEmpty()) {
      return;
    }
    for (Intrinsic intrinsic : accelerator.intrinsics()) {
      if (intrinsic.emission().isPresent()) {
        List<String> arguments = List.of(name, intrinsic.name(), libraryFolder.toString());
        if (process.call(CheckInstruction.class, arguments, LIMIT)
            instanceof Outcome.Failed(String reason)) {
          throw new ModelException("%s: %s".formatted(name, explain(intrinsic, reason)));
        }
      }
    }
  }

  private static String explain(Intrinsic intrinsic, String reason) {
    String head = "instruction '%s': ".formatted(intrinsic.name());
    return reason.startsWith(head) ? reason : head + "its emission cannot be compiled: " + reason;
  }

  @Override
  public List<String> run(List<String> arguments) {
    Accelerator accelerator = AcceleratorChoice.of(arguments.get(0));
    Target target = Targets.of(accelerator).orElseThrow();
    var compiler = new KernelCompiler(Path.of(arguments.get(2)));
    InstructionCheck.require(
        compiler, AcceleratorChoice.intrinsic(accelerator, arguments.get(1)), target);
    return List.of();
  }
}
