package dev.certosina.testkit;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.KernelInterpreter;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStep.Coordinates;
import dev.certosina.compiler.kernel.KernelStorage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An entry kernel with everything it takes to run it: arguments in the order of its parameters.
///
/// Runs are free of faults: every access is inside its buffer and all memory has content.
public record RandomKernel(
    KernelModule module, String entry, List<Argument> arguments, Coordinates coordinates) {

  public RandomKernel {
    arguments = List.copyOf(arguments);
  }

  public sealed interface Argument {
    record Word(long value) implements Argument {}

    /// Elements of one type; `content` is what the memory holds before the run.
    record Memory(ElementType type, List<Byte> content) implements Argument {
      public Memory {
        content = List.copyOf(content);
      }

      public byte[] bytes() {
        byte[] bytes = new byte[content.size()];
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = content.get(i);
        }
        return bytes;
      }
    }
  }

  /// What a run leaves behind.
  ///
  /// @param memories the content of every [Argument.Memory], in order
  /// @param failed whether a requirement did not hold
  public record Outcome(List<byte[]> memories, boolean failed) {}

  /// Runs the kernel in the interpreter.
  public Outcome interpret() {
    List<KernelStorage> storages = new ArrayList<>();
    List<KernelStep.Argument> words = new ArrayList<>();
    for (Argument argument : arguments) {
      switch (argument) {
        case Argument.Word(long value) -> words.add(new KernelStep.Argument.Word(value));
        case Argument.Memory memory -> {
          storages.add(KernelStorage.of(memory.bytes()));
          words.add(KernelStep.view(storages.getLast(), memory.type()));
        }
      }
    }
    var failures = new KernelInterpreter(module).run(entry, words, coordinates);
    return new Outcome(storages.stream().map(KernelStorage::bytes).toList(), !failures.isEmpty());
  }

  /// The first element in which two outcomes differ, or empty. NaN equals NaN whatever its bits.
  public Optional<String> difference(Outcome expected, Outcome actual) {
    if (expected.failed() != actual.failed()) {
      return Optional.of("failed: expected " + expected.failed());
    }
    List<Argument.Memory> described =
        arguments.stream()
            .filter(Argument.Memory.class::isInstance)
            .map(Argument.Memory.class::cast)
            .toList();
    for (int i = 0; i < described.size(); i++) {
      ElementType type = described.get(i).type();
      byte[] left = expected.memories().get(i);
      byte[] right = actual.memories().get(i);
      for (int element = 0; element < left.length / type.byteSize(); element++) {
        if (!same(type, left, right, element)) {
          return Optional.of(
              "memory "
                  + i
                  + " element "
                  + element
                  + ": expected "
                  + show(type, left, element)
                  + ", found "
                  + show(type, right, element));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean same(ElementType type, byte[] left, byte[] right, int element) {
    long a = bits(type, left, element);
    long b = bits(type, right, element);
    return a == b || (isNan(type, a) && isNan(type, b));
  }

  private static boolean isNan(ElementType type, long bits) {
    return type.isFloat() && Double.isNaN(number(type, bits));
  }

  private static String show(ElementType type, byte[] bytes, int element) {
    long bits = bits(type, bytes, element);
    return type.isFloat() ? Double.toString(number(type, bits)) : Long.toString(bits);
  }

  private static double number(ElementType type, long bits) {
    return switch (type) {
      case FLOAT16 -> Float.float16ToFloat((short) bits);
      case BFLOAT16 -> Float.intBitsToFloat((int) bits << 16);
      case FLOAT32 -> Float.intBitsToFloat((int) bits);
      default -> Double.longBitsToDouble(bits);
    };
  }

  private static long bits(ElementType type, byte[] bytes, int element) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int address = element * type.byteSize();
    return switch (type.byteSize()) {
      case 1 -> buffer.get(address);
      case 2 -> buffer.getShort(address);
      case 4 -> buffer.getInt(address);
      default -> buffer.getLong(address);
    };
  }
}
