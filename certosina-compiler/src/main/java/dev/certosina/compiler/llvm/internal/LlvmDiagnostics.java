package dev.certosina.compiler.llvm.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/// Collects what LLVM reports while a module is compiled. Without a handler LLVM prints errors and
/// ends the process.
///
/// LLVM reports on the thread that called it, so the messages are kept per thread.
@SuppressWarnings("restricted")
final class LlvmDiagnostics {
  private static final int SEVERITY_ERROR = 0;

  private final ThreadLocal<List<String>> errors = ThreadLocal.withInitial(ArrayList::new);
  private final LlvmLibrary library;
  private final MemorySegment handler;

  LlvmDiagnostics(LlvmLibrary library) {
    this.library = library;
    try {
      MethodHandle report =
          MethodHandles.lookup()
              .findVirtual(
                  LlvmDiagnostics.class,
                  "report",
                  MethodType.methodType(void.class, long.class, long.class));
      this.handler =
          Linker.nativeLinker()
              .upcallStub(
                  report.bindTo(this),
                  FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
                  Arena.global());
    } catch (ReflectiveOperationException exception) {
      throw new ExceptionInInitializerError(exception);
    }
  }

  /// Makes the LLVM context report here.
  void attach(long context) {
    errors.get().clear();
    library.call("LLVMContextSetDiagnosticHandler", context, handler.address(), 0);
  }

  /// The errors reported on this thread since [#attach].
  List<String> errors() {
    return List.copyOf(errors.get());
  }

  /// Called by LLVM; an exception thrown from here would end the process, so none is.
  @SuppressWarnings("unused")
  private void report(long info, long ignored) {
    if (library.callInt("LLVMGetDiagInfoSeverity", info) == SEVERITY_ERROR) {
      long message = library.call("LLVMGetDiagInfoDescription", info);
      errors.get().add(LlvmLibrary.string(message));
      library.call("LLVMDisposeMessage", message);
    }
  }
}
