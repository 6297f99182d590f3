package dev.certosina.compiler.llvm;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.llvm.LlvmText.Operand;

/// Literals as LLVM writes them.
final class LlvmConstants {
  private LlvmConstants() {}

  /// `value`, rounded to the element type, in every lane. LLVM wants the bits of an f64 also for an
  /// f32, which must then be one exactly.
  static Operand floating(Type type, double value) {
    ElementType element = type.element();
    String bits =
        switch (element) {
          case FLOAT32 -> "0x%016X".formatted(Double.doubleToRawLongBits((float) value));
          case FLOAT64 -> "0x%016X".formatted(Double.doubleToRawLongBits(value));
          default ->
              throw new InternalCompilerException("constant " + value + ": type is " + element);
        };
    return LlvmText.constant(LlvmType.element(element), type.lanes(), bits);
  }

  /// `value`, wrapped to the element type, in every lane.
  static Operand integer(Type type, long value) {
    long wrapped =
        switch (type.element().byteSize()) {
          case 1 -> type.element() == ElementType.BOOL ? (value == 0 ? 0 : 1) : (byte) value;
          case 2 -> (short) value;
          case 4 -> (int) value;
          default -> value;
        };
    return LlvmText.integer(LlvmType.element(type.element()), type.lanes(), wrapped);
  }
}
