package dev.certosina.cli.trial;

import dev.certosina.ModelException;
import dev.certosina.compiler.llvm.KernelCompiler;
import dev.certosina.compiler.target.Targets;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Tasks that behave as badly as a trial may.
final class TrialTasks {
  private TrialTasks() {}

  /// Gives its arguments back, and prints them.
  static final class Echo implements TrialTask {
    @Override
    public List<String> run(List<String> arguments) {
      System.out.println(arguments);
      return arguments;
    }
  }

  static final class Refuse implements TrialTask {
    @Override
    public List<String> run(List<String> arguments) {
      throw new ModelException("no such thing");
    }
  }

  static final class Fail implements TrialTask {
    @Override
    public List<String> run(List<String> arguments) throws IOException {
      throw new IOException("disk on fire\nsecond line");
    }
  }

  static final class Hang implements TrialTask {
    @Override
    public List<String> run(List<String> arguments) {
      while (true) {
        Thread.onSpinWait();
      }
    }
  }

  static final class Exit implements TrialTask {
    @Override
    public List<String> run(List<String> arguments) {
      System.err.println("giving up");
      Runtime.getRuntime().halt(3);
      return List.of();
    }
  }

  /// Reads where nothing is mapped.
  static final class Crash implements TrialTask {
    @Override
    @SuppressWarnings("restricted")
    public List<String> run(List<String> arguments) {
      MemorySegment nothing = MemorySegment.ofAddress(0x10).reinterpret(Long.BYTES);
      return List.of(Long.toString(nothing.get(ValueLayout.JAVA_LONG, 0)));
    }
  }

  /// Asks LLVM for an instruction that the processor does not have, which LLVM answers by ending
  /// the process.
  static final class AbortInLlvm implements TrialTask {
    @Override
    public List<String> run(List<String> arguments) {
      String text =
          """
          target triple = "x86_64-unknown-linux-gnu"
          declare <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32>, <16 x i32>, <16 x i32>)
          define <16 x i32> @f(<16 x i32> %a) {
            %r = call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> %a, <16 x i32> %a, <16 x i32> %a)
            ret <16 x i32> %r
          }
          """;
      var compiler = new KernelCompiler(Path.of(arguments.getFirst()));
      compiler.compileText(text, Targets.X86_64_V3);
      return List.of();
    }
  }

  /// Leaves a hanging child of its own behind, and gives its number.
  static final class LeaveChild implements TrialTask {
    @Override
    public List<String> run(List<String> arguments) {
      var process = new TrialProcess();
      process.call(Echo.class, List.of(), Duration.ofSeconds(60));
      Thread.ofPlatform()
          .daemon()
          .start(() -> process.call(Hang.class, List.of(), Duration.ofMinutes(10)));
      // While it hangs it holds its own lock, so ask the system.
      return ProcessHandle.current().children().map(child -> Long.toString(child.pid())).toList();
    }
  }
}
