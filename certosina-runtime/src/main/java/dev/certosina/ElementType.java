package dev.certosina;

import java.util.Arrays;
import java.util.Optional;

/// The scalar type of a tensor's elements, with ONNX's number for it.
///
/// Types narrower than a byte and the 8-bit floats are named so that a model which uses them can be
/// refused by name; kernels exist only for types where [#isComputable()] holds.
public enum ElementType {
  FLOAT32("f32", 1, 32),
  UINT8("u8", 2, 8),
  INT8("i8", 3, 8),
  UINT16("u16", 4, 16),
  INT16("i16", 5, 16),
  INT32("i32", 6, 32),
  INT64("i64", 7, 64),
  STRING("string", 8, 0),
  BOOL("bool", 9, 8),
  FLOAT16("f16", 10, 16),
  FLOAT64("f64", 11, 64),
  UINT32("u32", 12, 32),
  UINT64("u64", 13, 64),
  COMPLEX64("c64", 14, 64),
  COMPLEX128("c128", 15, 128),
  BFLOAT16("bf16", 16, 16),
  FLOAT8E4M3FN("f8e4m3fn", 17, 8),
  FLOAT8E4M3FNUZ("f8e4m3fnuz", 18, 8),
  FLOAT8E5M2("f8e5m2", 19, 8),
  FLOAT8E5M2FNUZ("f8e5m2fnuz", 20, 8),
  UINT4("u4", 21, 4),
  INT4("i4", 22, 4),
  FLOAT4E2M1("f4e2m1", 23, 4),
  FLOAT8E8M0("f8e8m0", 24, 8),
  UINT2("u2", 25, 2),
  INT2("i2", 26, 2);

  private final String text;
  private final int onnxCode;
  private final int widthBits;

  ElementType(String text, int onnxCode, int widthBits) {
    this.text = text;
    this.onnxCode = onnxCode;
    this.widthBits = widthBits;
  }

  /// The short name used in every printed form, for example `f32`.
  public String text() {
    return text;
  }

  /// The number of this type in ONNX's `TensorProto.DataType`.
  public int onnxCode() {
    return onnxCode;
  }

  /// Bytes of one element in memory; 0 for types that have no fixed size or share a byte.
  public int byteSize() {
    return widthBits / 8;
  }

  /// True for the types that tensors, interpreters and kernels handle.
  public boolean isComputable() {
    return isFloat() || isInteger() || this == BOOL;
  }

  /// True for f16, bf16, f32 and f64.
  public boolean isFloat() {
    return this == FLOAT32 || this == FLOAT64 || this == FLOAT16 || this == BFLOAT16;
  }

  /// True for the signed and unsigned integers of 8 to 64 bits; not for `bool`.
  public boolean isInteger() {
    return isSignedInteger() || isUnsignedInteger();
  }

  /// True for i8, i16, i32 and i64.
  public boolean isSignedInteger() {
    return this == INT8 || this == INT16 || this == INT32 || this == INT64;
  }

  /// True for u8, u16, u32 and u64.
  public boolean isUnsignedInteger() {
    return this == UINT8 || this == UINT16 || this == UINT32 || this == UINT64;
  }

  /// The type with ONNX's number `code`, or empty when ONNX has no such type.
  public static Optional<ElementType> fromOnnxCode(int code) {
    return Arrays.stream(values()).filter(type -> type.onnxCode == code).findFirst();
  }

  /// The type whose short name is `text`, or empty.
  public static Optional<ElementType> parse(String text) {
    return Arrays.stream(values()).filter(type -> type.text.equals(text)).findFirst();
  }

  @Override
  public String toString() {
    return text;
  }
}
