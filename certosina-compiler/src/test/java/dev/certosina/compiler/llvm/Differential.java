package dev.certosina.compiler.llvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.KernelInterpreter;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.runtime.exec.NativeAbi;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Function;

/// Runs a step on the interpreter and on machine code and compares what they leave in memory, bit
/// for bit but for the bits of a NaN, which are unspecified.
final class Differential {
  private Differential() {}

  /// What to run, under a name for failures.
  record Case(String name, KernelStep step) {}

  static void check(KernelModule module, MachineCode code, Case example, int threads) {
    KernelStep step = example.step();
    try (NativeRun run = new NativeRun(code, List.of(step))) {
      run.drive(threads);
      KernelStep.Report report = compare(module, example, run::bytes);
      assertThat(report.races()).as(example.name()).isEmpty();
      long expectedError = report.failures().isEmpty() ? 0 : NativeAbi.ERROR_INDEX;
      assertThat(run.error(NativeAbi.ERROR_CODE)).as(example.name()).isEqualTo(expectedError);
      assertThat(run.guardsHold()).as("guards of " + example.name()).isTrue();
    }
  }

  /// Runs a step on the interpreter and compares what it leaves with what machine code left.
  ///
  /// @param machine the content of a storage after the run on machine code
  static KernelStep.Report compare(
      KernelModule module, Case example, Function<KernelStorage, byte[]> machine) {
    KernelStep.Report report = new KernelInterpreter(module).run(example.step());
    for (KernelStep.Stage stage : example.step().stages()) {
      for (Argument argument : stage.arguments()) {
        if (argument instanceof Argument.View view && !view.storage().isScratch()) {
          byte[] actual = machine.apply(view.storage());
          compare(example.name(), view.type(), actual, view.storage().bytes());
        }
      }
    }
    return report;
  }

  private static void compare(String name, ElementType type, byte[] actual, byte[] expected) {
    for (int i = 0; i < expected.length / type.byteSize(); i++) {
      assertThat(element(type, actual, i))
          .as("%s: element %d of type %s", name, i, type)
          .isEqualTo(element(type, expected, i));
    }
  }

  /// The bits of an element in hexadecimal; all NaNs alike.
  private static String element(ElementType type, byte[] bytes, int index) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int at = index * type.byteSize();
    long bits =
        switch (type.byteSize()) {
          case 1 -> buffer.get(at) & 0xffL;
          case 2 -> buffer.getShort(at) & 0xffffL;
          case 4 -> buffer.getInt(at) & 0xffff_ffffL;
          default -> buffer.getLong(at);
        };
    return isNan(type, bits) ? "NaN" : Long.toHexString(bits);
  }

  static boolean isNan(ElementType type, long bits) {
    return switch (type) {
      case FLOAT16 -> Float.isNaN(Float.float16ToFloat((short) bits));
      case BFLOAT16 -> Float.isNaN(Float.intBitsToFloat((int) bits << 16));
      case FLOAT32 -> Float.isNaN(Float.intBitsToFloat((int) bits));
      case FLOAT64 -> Double.isNaN(Double.longBitsToDouble(bits));
      default -> false;
    };
  }
}
