package dev.certosina.compiler.llvm;

import dev.certosina.ElementType;
import dev.certosina.compiler.llvm.LlvmText.Operand;
import java.util.ArrayList;
import java.util.List;

/// Emits conversions between element types, lane by lane, without calls into any library.
///
/// The 16-bit floats are converted from and to f32 only.
final class EmitConversion {
  private final LlvmText text;
  private final Platform platform;

  EmitConversion(LlvmText text, Platform platform) {
    this.text = text;
    this.platform = platform;
  }

  Operand convert(Operand operand, ElementType from, ElementType to) {
    if (from == to) {
      return operand;
    }
    if (isHalf(from)) {
      return widen(operand, from);
    }
    if (isHalf(to)) {
      return narrow(operand, to);
    }
    if (from.isFloat()) {
      return fromFloat(operand, to);
    }
    if (from == ElementType.BOOL) {
      return fromBool(operand, to);
    }
    return fromInteger(operand, from, to);
  }

  private static boolean isHalf(ElementType type) {
    return type == ElementType.FLOAT16 || type == ElementType.BFLOAT16;
  }

  /// A 16-bit float, held as an integer, as f32.
  private Operand widen(Operand bits, ElementType from) {
    if (from == ElementType.FLOAT16) {
      return text.cast("fpext", text.cast("bitcast", bits, "half"), "float");
    }
    Operand wide = text.cast("zext", bits, "i32");
    return text.cast("bitcast", text.binary("shl", wide, constant(wide, 16)), "float");
  }

  private Operand fromBool(Operand operand, ElementType to) {
    if (to.isInteger()) {
      return text.cast("zext", operand, LlvmType.element(to));
    }
    Operand number = text.cast("zext", operand, "i32");
    return fromInteger(number, ElementType.INT32, to);
  }

  private Operand fromInteger(Operand operand, ElementType from, ElementType to) {
    String element = LlvmType.element(to);
    if (to == ElementType.BOOL) {
      return text.compare("icmp ne", operand, constant(operand, 0));
    }
    if (to.isFloat()) {
      String opcode = from.isSignedInteger() ? "sitofp" : "uitofp";
      boolean isWide = from.byteSize() == Long.BYTES && to == ElementType.FLOAT32;
      return isWide && platform.roundsWideIntegersTwice()
          ? castLanes(opcode, operand, element)
          : text.cast(opcode, operand, element);
    }
    int change = to.byteSize() - from.byteSize();
    if (change == 0) {
      return operand;
    }
    String extend = from.isSignedInteger() ? "sext" : "zext";
    return text.cast(change < 0 ? "trunc" : extend, operand, element);
  }

  /// The conversion of each lane on its own.
  private Operand castLanes(String opcode, Operand operand, String element) {
    List<Operand> lanes = new ArrayList<>();
    for (int lane = 0; lane < operand.lanes(); lane++) {
      lanes.add(text.cast(opcode, text.extract(operand, lane), element));
    }
    return text.vector(lanes);
  }

  private Operand fromFloat(Operand operand, ElementType to) {
    if (to == ElementType.BOOL) {
      String zero = operand.lanes() == 1 ? "0.0" : "zeroinitializer";
      return text.compare(
          "fcmp une", operand, new Operand(operand.element(), operand.lanes(), zero));
    }
    String element = LlvmType.element(to);
    if (to.isFloat()) {
      return text.cast(to == ElementType.FLOAT32 ? "fptrunc" : "fpext", operand, element);
    }
    String name = to.isSignedInteger() ? "fptosi.sat" : "fptoui.sat";
    String suffix = "." + LlvmType.mangled(operand.element(), operand.lanes());
    return text.intrinsic(name, suffix, element, operand);
  }

  /// f32 to a 16-bit float, held as an integer, to nearest even.
  private Operand narrow(Operand operand, ElementType to) {
    if (to == ElementType.FLOAT16) {
      return text.cast("bitcast", text.cast("fptrunc", operand, "half"), "i16");
    }
    Operand bits = text.cast("bitcast", operand, "i32");
    Operand high = text.binary("lshr", bits, constant(bits, 16));
    Operand tie = text.binary("and", high, constant(bits, 1));
    Operand bias = text.binary("add", tie, constant(bits, 0x7fff));
    Operand rounded = text.binary("lshr", text.binary("add", bits, bias), constant(bits, 16));
    Operand quiet = text.binary("or", high, constant(bits, 0x40));
    Operand isNan = text.compare("fcmp uno", operand, operand);
    return text.cast("trunc", text.select(isNan, quiet, rounded), "i16");
  }

  private static Operand constant(Operand like, long value) {
    return LlvmText.integer(like.element(), like.lanes(), value);
  }
}
