package dev.certosina.runtime.internal;

import java.lang.foreign.MemorySegment;

/// The generated function that walks a run block; see [dev.certosina.runtime.exec.NativeAbi].
public final class NativeDriver {
  private final MemorySegment function;

  /// @param address of the driver's entry point
  public NativeDriver(long address) {
    this.function = MemorySegment.ofAddress(address);
  }

  /// Takes part in a run until all its steps are complete.
  ///
  /// @param threadBlock address of this thread's block
  public void run(long threadBlock) {
    NativeCall.call(function, threadBlock);
  }
}
