package dev.certosina.runtime.internal;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.certosina.InternalCompilerException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The one downcall of the runtime: six words in, one word out.
///
/// Linking a signature costs some 15 ms at start-up, so every native function is called with this
/// one. In the C calling conventions of x86-64 (System V) and AArch64 the first six integer or
/// pointer arguments travel in registers: a function that takes fewer ignores the rest, and a
/// function that returns less than a word leaves it in the low bits.
public final class NativeCall {
  @SuppressWarnings("restricted") // the reason for this class
  private static final MethodHandle SIX_WORDS =
      Linker.nativeLinker()
          .downcallHandle(
              FunctionDescriptor.of(
                  JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

  private NativeCall() {}

  /// Calls `function` with one word.
  static void call(MemorySegment function, long word) {
    call(function, word, 0, 0, 0, 0, 0);
  }

  /// Calls `function` with three words.
  static long call(MemorySegment function, long first, long second, long third) {
    return call(function, first, second, third, 0, 0, 0);
  }

  /// Calls `function` with six words.
  static long call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
    try {
      return (long) SIX_WORDS.invokeExact(function, a, b, c, d, e, f);
    } catch (RuntimeException | Error unchecked) {
      throw unchecked;
    } catch (Throwable impossible) {
      throw new InternalCompilerException("a native call threw a checked exception", impossible);
    }
  }
}
