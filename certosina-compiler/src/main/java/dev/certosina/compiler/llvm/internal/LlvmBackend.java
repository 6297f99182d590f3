package dev.certosina.compiler.llvm.internal;

import dev.certosina.InternalCompilerException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Turns LLVM IR text into object code or assembly for one processor.
///
/// Each compilation has a context of its own, so several threads may compile at once.
@SuppressWarnings("restricted")
public final class LlvmBackend {
  private static final int CODE_GENERATION_DEFAULT = 2;
  private static final int RELOCATION_PIC = 2;
  private static final int CODE_MODEL_SMALL = 3;

  /// References within 1 MiB; the small model of AArch64 addresses whole pages, which would tie a
  /// blob to addresses that are multiples of one.
  private static final int CODE_MODEL_TINY = 2;

  private static final int VERIFIER_RETURNS_STATUS = 2;

  /// What a compilation gives.
  public enum Output {
    /// Readable assembly, UTF-8.
    ASSEMBLY(0),
    /// A relocatable ELF object.
    OBJECT(1);

    private final int fileType;

    Output(int fileType) {
      this.fileType = fileType;
    }
  }

  private static @Nullable LlvmDiagnostics diagnostics;

  private final LlvmLibrary library;
  private final LlvmDiagnostics reports;
  private final String triple;
  private final String cpu;
  private final String features;

  /// @param cacheFolder where the library is unpacked when it is not there yet
  /// @param triple platform, by LLVM's name
  /// @param cpu processor, by LLVM's name
  /// @param features comma-separated additions such as `+avx512vnni`; may be empty
  public LlvmBackend(Path cacheFolder, String triple, String cpu, String features) {
    this.library = LlvmLibrary.load(cacheFolder);
    this.reports = diagnostics(library);
    this.triple = triple;
    this.cpu = cpu;
    this.features = features;
  }

  private static synchronized LlvmDiagnostics diagnostics(LlvmLibrary library) {
    LlvmDiagnostics existing = diagnostics;
    if (existing == null) {
      existing = new LlvmDiagnostics(library);
      diagnostics = existing;
    }
    return existing;
  }

  /// Parses, verifies, runs `passes` (in the notation of LLVM's `opt`) and generates code.
  ///
  /// @throws InternalCompilerException with LLVM's message when the text is not valid or no code
  ///   can be generated for it
  public byte[] compile(String text, String passes, Output output) {
    long context = library.call("LLVMContextCreate");
    reports.attach(context);
    try (Arena arena = Arena.ofConfined()) {
      return new Compilation(arena, context).run(text, passes, output);
    } finally {
      library.call("LLVMContextDispose", context);
    }
  }

  /// One compilation; every native object made on the way is disposed before it returns.
  private final class Compilation {
    private final Arena arena;
    private final long context;
    private final MemorySegment result;
    private final MemorySegment message;

    Compilation(Arena arena, long context) {
      this.arena = arena;
      this.context = context;
      this.result = arena.allocate(ValueLayout.JAVA_LONG);
      this.message = arena.allocate(ValueLayout.JAVA_LONG);
    }

    byte[] run(String text, String passes, Output output) {
      long module = parse(text);
      try {
        check(
            library.callInt("LLVMVerifyModule", module, VERIFIER_RETURNS_STATUS, message.address()),
            "verifying LLVM IR");
        long machine = machine();
        try {
          optimise(module, machine, passes);
          return emit(module, machine, output);
        } finally {
          library.call("LLVMDisposeTargetMachine", machine);
        }
      } finally {
        library.call("LLVMDisposeModule", module);
      }
    }

    private long parse(String text) {
      MemorySegment bytes = arena.allocateFrom(text);
      long buffer =
          library.call(
              "LLVMCreateMemoryBufferWithMemoryRange",
              bytes.address(),
              bytes.byteSize() - 1,
              string("kernels"),
              1);
      int failed =
          library.callInt(
              "LLVMParseIRInContext", context, buffer, result.address(), message.address());
      check(failed, "parsing LLVM IR");
      return result.get(ValueLayout.JAVA_LONG, 0);
    }

    private long machine() {
      int failed =
          library.callInt(
              "LLVMGetTargetFromTriple", string(triple), result.address(), message.address());
      check(failed, "finding LLVM target " + triple);
      return library.call(
          "LLVMCreateTargetMachine",
          result.get(ValueLayout.JAVA_LONG, 0),
          string(triple),
          string(cpu),
          string(features),
          CODE_GENERATION_DEFAULT,
          RELOCATION_PIC,
          triple.startsWith("aarch64") ? CODE_MODEL_TINY : CODE_MODEL_SMALL);
    }

    private void optimise(long module, long machine, String passes) {
      long layout = library.call("LLVMCreateTargetDataLayout", machine);
      library.call("LLVMSetModuleDataLayout", module, layout);
      library.call("LLVMDisposeTargetData", layout);
      long options = library.call("LLVMCreatePassBuilderOptions");
      long error = library.call("LLVMRunPasses", module, string(passes), machine, options);
      library.call("LLVMDisposePassBuilderOptions", options);
      if (error != 0) {
        long text = library.call("LLVMGetErrorMessage", error);
        String explanation = LlvmLibrary.string(text);
        library.call("LLVMDisposeErrorMessage", text);
        throw new InternalCompilerException("running LLVM passes: " + explanation);
      }
    }

    private byte[] emit(long module, long machine, Output output) {
      int failed =
          library.callInt(
              "LLVMTargetMachineEmitToMemoryBuffer",
              machine,
              module,
              output.fileType,
              message.address(),
              result.address());
      check(failed, "generating code");
      long buffer = result.get(ValueLayout.JAVA_LONG, 0);
      byte[] bytes =
          MemorySegment.ofAddress(library.call("LLVMGetBufferStart", buffer))
              .reinterpret(library.call("LLVMGetBufferSize", buffer))
              .toArray(ValueLayout.JAVA_BYTE);
      library.call("LLVMDisposeMemoryBuffer", buffer);
      if (!reports.errors().isEmpty()) {
        throw new InternalCompilerException(
            "generating code: " + String.join("; ", reports.errors()));
      }
      return bytes;
    }

    /// Functions that can fail leave a message to be disposed, some of them also on success.
    private void check(int failed, String doing) {
      long text = message.get(ValueLayout.JAVA_LONG, 0);
      message.set(ValueLayout.JAVA_LONG, 0, 0);
      String explanation = text == 0 ? "" : LlvmLibrary.string(text);
      if (text != 0) {
        library.call("LLVMDisposeMessage", text);
      }
      if (failed != 0) {
        throw new InternalCompilerException(doing + ": " + explanation.strip());
      }
    }

    private long string(String text) {
      return arena.allocateFrom(text).address();
    }
  }
}
