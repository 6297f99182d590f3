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
          case FLOAT16 -> Integer.toString(Float.floatToFloat16((float) value));
          case BFLOAT16 -> Integer.toString(bfloat16((float) value));
          default ->
              throw new InternalCompilerException("constant " + value + ": type is " + element);
        };
    return LlvmText.constant(LlvmType.element(element), type.lanes(), bits);
  }

  /// The bits to nearest even.
  private static int bfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    int high = bits >>> 16;
    return Float.isNaN(value) ? high | 0x40 : (bits + 0x7fff + (high & 1)) >>> 16;
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
