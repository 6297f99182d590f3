package dev.certosina.compiler.llvm;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel.Type;

/// LLVM's names of kernel types.
///
/// In registers `bool` is one bit and the 16-bit floats are plain 16-bit integers, because they are
/// moved and converted only. In memory `bool` is a byte.
final class LlvmType {
  private LlvmType() {}

  /// The type of values, for example `<8 x float>`.
  static String value(Type type) {
    return vector(element(type.element()), type.lanes());
  }

  /// The type of the same values in memory.
  static String memory(Type type) {
    return vector(memoryElement(type.element()), type.lanes());
  }

  static String memoryElement(ElementType element) {
    return element == ElementType.BOOL ? "i8" : element(element);
  }

  /// One lane of a value.
  static String element(ElementType element) {
    return switch (element) {
      case FLOAT32 -> "float";
      case FLOAT64 -> "double";
      case UINT8, INT8 -> "i8";
      case UINT16, INT16, FLOAT16, BFLOAT16 -> "i16";
      case INT32, UINT32 -> "i32";
      case INT64, UINT64 -> "i64";
      case BOOL -> "i1";
      case STRING,
          COMPLEX64,
          COMPLEX128,
          FLOAT8E4M3FN,
          FLOAT8E4M3FNUZ,
          FLOAT8E5M2,
          FLOAT8E5M2FNUZ,
          UINT4,
          INT4,
          FLOAT4E2M1,
          FLOAT8E8M0,
          UINT2,
          INT2 ->
          throw new InternalCompilerException("kernels have no values of type " + element);
    };
  }

  static String vector(String element, int lanes) {
    return lanes == 1 ? element : "<" + lanes + " x " + element + ">";
  }

  /// The suffix that LLVM appends to names of overloaded intrinsics, for example `v8f32`.
  static String mangled(String element, int lanes) {
    String name =
        switch (element) {
          case "float" -> "f32";
          case "double" -> "f64";
          default -> element;
        };
    return lanes == 1 ? name : "v" + lanes + name;
  }
}
