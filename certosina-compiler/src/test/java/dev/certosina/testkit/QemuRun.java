package dev.certosina.testkit;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.compiler.llvm.KernelCompiler;
import dev.certosina.compiler.llvm.LlvmEmitter;
import dev.certosina.compiler.llvm.MachineCode;
import dev.certosina.compiler.target.Target;
import dev.certosina.runtime.exec.NativeAbi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Runs steps on AArch64 code under QEMU's user mode emulation, on one thread.
///
/// The program is a static ELF file of two segments: the code, and a memory whose addresses are
/// known beforehand, so that storages and the driver's blocks are simply part of the file. It calls
/// the driver, writes its memory to standard output and exits.
public final class QemuRun {
  private static final String EMULATOR = "qemu-aarch64-static";
  private static final long TIME_LIMIT_SECONDS = 60;
  private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rwx------");

  private final StaticElf memory;
  private final long errors;

  private QemuRun(StaticElf memory, long errors) {
    this.memory = memory;
    this.errors = errors;
  }

  /// Skips the test, saying why, where the emulator is not installed.
  public static void requireEmulator() {
    assumeTrue(
        emulator().isPresent(), EMULATOR + " is not installed (Debian package qemu-user-static)");
  }

  /// Compiles a module for `target`, an AArch64 one, and runs the steps.
  ///
  /// @throws AssertionError when the program does not end as it should
  public static QemuRun run(
      KernelCompiler compiler,
      KernelModule module,
      Target target,
      boolean checked,
      List<KernelStep> steps)
      throws IOException, InterruptedException {
    // What the program's start says depends on addresses, which do not depend on the code.
    StaticElf layout = new StaticElf(_ -> 0);
    long thread = blocks(layout, steps).thread();
    String text = LlvmEmitter.emit(module, target, checked) + start(thread, layout);
    MachineCode code = compiler.compileText(text, target);
    StaticElf elf =
        new StaticElf(name -> StaticElf.CODE + requireNonNull(code.entryOffsets().get(name)));
    Blocks blocks = blocks(elf, steps);
    elf.setMemory(execute(elf.file(code)));
    return new QemuRun(elf, blocks.errors());
  }

  /// What the storage holds after the run; not for scratch.
  public byte[] bytes(KernelStorage storage) {
    return memory.bytes(storage);
  }

  /// A word of the error block.
  public long error(int offset) {
    return memory.get(errors + offset);
  }

  private record Blocks(long thread, long errors) {}

  private static Blocks blocks(StaticElf elf, List<KernelStep> steps) {
    StepBlocks blocks = new StepBlocks(elf);
    long errors = elf.allocate(NativeAbi.ERROR_BLOCK_BYTES);
    return new Blocks(blocks.thread(blocks.run(steps, errors)), errors);
  }

  /// The program's entry, with Linux's system calls `write` (64) and `exit` (93).
  private static String start(long thread, StaticElf layout) {
    return """

    define void @_start() #0 {
    entry:
      call void @%s(ptr inttoptr (i64 %d to ptr))
      br label %%write
    write:
      %%done = phi i64 [ 0, %%entry ], [ %%after, %%write ]
      %%from = add i64 %%done, %d
      %%left = sub i64 %d, %%done
      %%now = call i64 asm sideeffect "svc #0", "={x0},{x8},0,{x1},{x2},~{memory}"(i64 64, i64 1, i64 %%from, i64 %%left)
      %%after = add i64 %%done, %%now
      %%more = icmp ult i64 %%after, %d
      br i1 %%more, label %%write, label %%exit
    exit:
      %%never = call i64 asm sideeffect "svc #0", "={x0},{x8},0,~{memory}"(i64 93, i64 0)
      unreachable
    }
    """
        .formatted(
            NativeAbi.DRIVER, thread, StaticElf.MEMORY, layout.memoryBytes(), layout.memoryBytes());
  }

  private static byte[] execute(byte[] program) throws IOException, InterruptedException {
    Path file =
        Files.createTempFile("certosina-aarch64-", "", PosixFilePermissions.asFileAttribute(MODE));
    try {
      Files.write(file, program);
      Process process =
          new ProcessBuilder(emulator().orElseThrow().toString(), "-cpu", "max", file.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      byte[] output = process.getInputStream().readAllBytes();
      if (!process.waitFor(TIME_LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("the emulator did not end");
      }
      if (process.exitValue() != 0) {
        throw new AssertionError("the emulator ended with code " + process.exitValue());
      }
      return output;
    } finally {
      Files.delete(file);
    }
  }

  private static Optional<Path> emulator() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(":", -1))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, EMULATOR))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
