package dev.certosina.peers.internal;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// An OpenMP runtime that some library of this process brought along. Engines each bring their own,
/// under different file names.
public final class OpenMp {
  private final MethodHandle setThreads;
  private final MethodHandle mostThreads;

  /// @param fileName of the loaded library
  /// @throws dev.certosina.ModelException where no such library is loaded
  public OpenMp(String fileName) {
    var library = new LoadedLibrary(fileName);
    setThreads =
        library.function("omp_set_num_threads", FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
    mostThreads =
        library.function("omp_get_max_threads", FunctionDescriptor.of(ValueLayout.JAVA_INT));
  }

  /// Sets how many threads a parallel region that this thread starts has.
  public void setThreads(int threads) {
    try {
      setThreads.invokeExact(threads);
    } catch (Throwable e) {
      throw new IllegalStateException("omp_set_num_threads failed", e);
    }
  }

  /// How many threads a parallel region that this thread starts has.
  public int threads() {
    try {
      return (int) mostThreads.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException("omp_get_max_threads failed", e);
    }
  }
}
