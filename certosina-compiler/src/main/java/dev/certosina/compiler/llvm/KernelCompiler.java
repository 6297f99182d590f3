package dev.certosina.compiler.llvm;

import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.llvm.internal.LlvmBackend;
import dev.certosina.compiler.llvm.internal.LlvmBackend.Output;
import dev.certosina.compiler.llvm.internal.LlvmLibrary;
import dev.certosina.compiler.target.Target;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;

/// Compiles modules of kernels to machine code with LLVM.
///
/// The kernels come shaped by hand, so few of LLVM's passes pay: the ones here put variables into
/// registers, share common values, and move what does not change out of loops. None of them turns
/// loops into calls of a library.
///
/// Compiling is a function: the same module, target and mode give the same bytes. Several threads
/// may compile at once.
public final class KernelCompiler {
  private static final String PASSES =
      "function(mem2reg,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,"
          + "loop-mssa(licm),early-cse)";

  private final Path libraryFolder;

  /// @param libraryFolder where the LLVM library is unpacked when it is not there yet; nothing
  ///   happens before the first compilation
  public KernelCompiler(Path libraryFolder) {
    this.libraryFolder = libraryFolder;
  }

  /// @param checked whether every load and store is tested against its buffer's extent
  /// @throws dev.certosina.InternalCompilerException when LLVM refuses the module or its code is
  ///   not self-contained
  public MachineCode compile(KernelModule module, Target target, boolean checked) {
    return compileText(LlvmEmitter.emit(module, target, checked), target);
  }

  /// Compiles LLVM IR text as [LlvmEmitter] prints it.
  public MachineCode compileText(String text, Target target) {
    return ElfObject.link(backend(target).compile(text, PASSES, Output.OBJECT));
  }

  /// The code of a module as readable assembly.
  public String assembly(KernelModule module, Target target, boolean checked) {
    String text = LlvmEmitter.emit(module, target, checked);
    byte[] assembly = backend(target).compile(text, PASSES, Output.ASSEMBLY);
    return new String(assembly, StandardCharsets.UTF_8);
  }

  /// True once this process has loaded LLVM.
  public static boolean isLlvmLoaded() {
    return LlvmLibrary.isLoaded();
  }

  private LlvmBackend backend(Target target) {
    String features =
        target.features().stream()
            .map(name -> name.startsWith("-") ? name : "+" + name)
            .collect(Collectors.joining(","));
    return new LlvmBackend(libraryFolder, target.triple(), target.cpu(), features);
  }
}
