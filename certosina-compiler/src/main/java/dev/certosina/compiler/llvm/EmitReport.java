package dev.certosina.compiler.llvm;

import dev.certosina.compiler.llvm.LlvmText.Operand;
import dev.certosina.runtime.exec.NativeAbi;

/// Emits reports to the error block.
///
/// @param errors the address of the error block
/// @param kernelNumber the position of the kernel in its module
record EmitReport(LlvmText text, Operand errors, int kernelNumber) {

  /// The function that every report calls: the first of a thread's errors stays.
  static final String FUNCTION =
      """
      define internal void @certosina_report(ptr %%errors, i64 %%code, i64 %%kernel, i64 %%detail) #1 {
      entry:
        %%present = load i64, ptr %%errors
        %%isFirst = icmp eq i64 %%present, 0
        br i1 %%isFirst, label %%write, label %%done
      write:
        store i64 %%code, ptr %%errors
        %%kernel.slot = getelementptr i8, ptr %%errors, i64 %d
        store i64 %%kernel, ptr %%kernel.slot
        %%detail.slot = getelementptr i8, ptr %%errors, i64 %d
        store i64 %%detail, ptr %%detail.slot
        br label %%done
      done:
        ret void
      }
      """
          .formatted(NativeAbi.ERROR_KERNEL, NativeAbi.ERROR_DETAIL);

  void emit(long code, Operand detail) {
    text.emitVoid(
        "call void @certosina_report(%s, i64 %d, i64 %d, %s)"
            .formatted(errors.typed(), code, kernelNumber, detail.typed()));
  }
}
