package dev.certosina.compiler.llvm;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.llvm.LlvmText.Operand;
import dev.certosina.runtime.exec.NativeAbi;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Emits loads, stores and prefetches, and in checked kernels the test of every access.
///
/// Addresses are computed without `inbounds`, because a masked access may start outside its buffer.
final class EmitMemory {

  /// A buffer as a kernel sees it.
  ///
  /// @param extent elements that may be touched, not below 0; present in checked kernels
  /// @param inScratch 0 or 1; present in entry kernels
  record View(
      ElementType type, Operand base, Optional<Operand> extent, Optional<Operand> inScratch) {}

  private final LlvmText text;
  private final EmitReport report;

  EmitMemory(LlvmText text, EmitReport report) {
    this.text = text;
    this.report = report;
  }

  Operand load(View view, Type type, Operand index, Optional<Operand> mask) {
    if (type.lanes() == 1 && mask.isPresent()) {
      return guardedValue(
          mask.get(), () -> load(view, type, index, Optional.empty()), () -> {}, zero(type));
    }
    if (view.extent().isEmpty()) {
      return access(view, type, index, mask);
    }
    Operand inside = isInside(view.extent().get(), type.lanes(), index, mask);
    return guardedValue(
        inside, () -> access(view, type, index, mask), () -> outside(index), zero(type));
  }

  void store(View view, Type type, Operand index, Operand value, Optional<Operand> mask) {
    if (type.lanes() == 1 && mask.isPresent()) {
      guarded(mask.get(), () -> store(view, type, index, value, Optional.empty()), () -> {});
    } else if (view.extent().isEmpty()) {
      write(view, type, index, value, mask);
    } else {
      Operand inside = isInside(view.extent().get(), type.lanes(), index, mask);
      guarded(inside, () -> write(view, type, index, value, mask), () -> outside(index));
    }
  }

  void prefetch(View view, Operand index) {
    Operand read = LlvmText.integer("i32", 1, 0);
    Operand nearest = LlvmText.integer("i32", 1, 3);
    Operand data = LlvmText.integer("i32", 1, 1);
    text.emitVoid(
        text.call("void", "@llvm.prefetch.p0", List.of(address(view, index), read, nearest, data)));
  }

  Operand address(View view, Operand index) {
    String element = LlvmType.memoryElement(view.type());
    return text.emit(
        "ptr", 1, "getelementptr " + element + ", " + view.base().typed() + ", " + index.typed());
  }

  private Operand access(View view, Type type, Operand index, Optional<Operand> mask) {
    Operand address = address(view, index);
    String element = LlvmType.memoryElement(type.element());
    String memory = LlvmType.memory(type);
    String instruction;
    if (mask.isPresent()) {
      Operand zero = LlvmText.integer(element, type.lanes(), 0);
      List<Operand> operands = List.of(address, alignment(type), mask.get(), zero);
      instruction = text.call(memory, intrinsic("load", type), operands);
    } else {
      instruction =
          "load " + memory + ", " + address.typed() + ", align " + type.element().byteSize();
    }
    Operand loaded = text.emit(element, type.lanes(), instruction);
    return type.element() == ElementType.BOOL
        ? text.compare("icmp ne", loaded, LlvmText.integer("i8", type.lanes(), 0))
        : loaded;
  }

  private void write(View view, Type type, Operand index, Operand value, Optional<Operand> mask) {
    Operand address = address(view, index);
    Operand stored = type.element() == ElementType.BOOL ? text.cast("zext", value, "i8") : value;
    if (mask.isPresent()) {
      List<Operand> operands = List.of(stored, address, alignment(type), mask.get());
      text.emitVoid(text.call("void", intrinsic("store", type), operands));
    } else {
      int alignment = type.element().byteSize();
      text.emitVoid("store " + stored.typed() + ", " + address.typed() + ", align " + alignment);
    }
  }

  private static String intrinsic(String access, Type type) {
    String element = LlvmType.memoryElement(type.element());
    return "@llvm.masked." + access + "." + LlvmType.mangled(element, type.lanes()) + ".p0";
  }

  /// Whether every element that the access touches lies in the buffer. Elements are compared
  /// unsigned, so an index below 0 is far outside.
  private Operand isInside(Operand extent, int lanes, Operand index, Optional<Operand> mask) {
    if (mask.isPresent()) {
      Operand offsets = LlvmText.iota(LlvmText.INDEX, lanes);
      Operand indices = text.binary("add", text.broadcast(index, lanes), offsets);
      Operand outside = text.compare("icmp uge", indices, text.broadcast(extent, lanes));
      Operand touched = text.binary("and", outside, mask.get());
      Operand bits = text.emit("i" + lanes, 1, "bitcast " + touched.typed() + " to i" + lanes);
      return text.compare("icmp eq", bits, LlvmText.integer("i" + lanes, 1, 0));
    }
    Operand starts = text.compare("icmp ult", index, extent);
    if (lanes == 1) {
      return starts;
    }
    Operand rest = text.binary("sub", extent, index);
    Operand ends = text.compare("icmp uge", rest, LlvmText.index(lanes));
    return text.binary("and", starts, ends);
  }

  private void outside(Operand index) {
    report.emit(NativeAbi.ERROR_BOUNDS, index);
  }

  private static Operand alignment(Type type) {
    return LlvmText.integer("i32", 1, type.element().byteSize());
  }

  private static Operand zero(Type type) {
    return LlvmText.operand(type, "zeroinitializer");
  }

  /// Runs `access` where `condition` holds, else `otherwise`; the value is that of `access`, or
  /// `fallback`.
  private Operand guardedValue(
      Operand condition, Supplier<Operand> access, Runnable otherwise, Operand fallback) {
    Operand[] value = new Operand[1];
    String[] from = new String[2];
    String done =
        branches(
            condition,
            () -> {
              value[0] = access.get();
              from[0] = text.block();
            },
            () -> {
              otherwise.run();
              from[1] = text.block();
            });
    text.startBlock(done);
    return text.emit(
        fallback.element(),
        fallback.lanes(),
        "phi %s [ %s, %%%s ], [ %s, %%%s ]"
            .formatted(fallback.type(), value[0].text(), from[0], fallback.text(), from[1]));
  }

  private void guarded(Operand condition, Runnable access, Runnable otherwise) {
    text.startBlock(branches(condition, access, otherwise));
  }

  private String branches(Operand condition, Runnable whenTrue, Runnable whenFalse) {
    String yes = text.newBlock();
    String no = text.newBlock();
    String done = text.newBlock();
    text.branch(condition, yes, no);
    text.startBlock(yes);
    whenTrue.run();
    text.branch(done);
    text.startBlock(no);
    whenFalse.run();
    text.branch(done);
    return done;
  }
}
