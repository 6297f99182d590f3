package dev.certosina.peers.openblas;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.certosina.ModelException;
import dev.certosina.peers.internal.LoadedLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_nolapack;

/// The functions of OpenBLAS that we call. The binding lacks those that are no part of CBLAS, and
/// calls through it would cost more.
final class OpenBlas {
  private static final int ROW_MAJOR = 101;
  private static final int AS_IT_IS = 111;
  private static final int TRANSPOSED = 112;

  private final MethodHandle gemm;
  private final MethodHandle gemv;
  private final MethodHandle axpby;
  private final MethodHandle setThreads;
  private final MethodHandle threads;
  private final MethodHandle config;
  private final MethodHandle core;

  private OpenBlas(LoadedLibrary library) {
    gemm =
        library.function(
            "cblas_sgemm",
            FunctionDescriptor.ofVoid(
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_FLOAT,
                ADDRESS,
                JAVA_INT,
                ADDRESS,
                JAVA_INT,
                JAVA_FLOAT,
                ADDRESS,
                JAVA_INT));
    gemv =
        library.function(
            "cblas_sgemv",
            FunctionDescriptor.ofVoid(
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_FLOAT,
                ADDRESS,
                JAVA_INT,
                ADDRESS,
                JAVA_INT,
                JAVA_FLOAT,
                ADDRESS,
                JAVA_INT));
    axpby =
        library.function(
            "cblas_saxpby",
            FunctionDescriptor.ofVoid(
                JAVA_INT, JAVA_FLOAT, ADDRESS, JAVA_INT, JAVA_FLOAT, ADDRESS, JAVA_INT));
    setThreads = library.function("openblas_set_num_threads", FunctionDescriptor.ofVoid(JAVA_INT));
    threads = library.function("openblas_get_num_threads", FunctionDescriptor.of(JAVA_INT));
    config = library.function("openblas_get_config", FunctionDescriptor.of(ADDRESS));
    core = library.function("openblas_get_corename", FunctionDescriptor.of(ADDRESS));
  }

  /// Loads the library.
  ///
  /// @throws ModelException where that fails
  static OpenBlas load() {
    try {
      Loader.load(openblas_nolapack.class);
      return new OpenBlas(new LoadedLibrary("libopenblas_nolapack.so.0"));
    } catch (LinkageError e) {
      throw new ModelException(
          "openblas: its native library cannot be loaded: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          e);
    }
  }

  /// `c[m, n] = a[m, k] * b[k, n]`, all row by row.
  ///
  /// @param turned whether `b` is stored `[n, k]`
  void gemm(
      int m, int n, int k, MemorySegment a, MemorySegment b, boolean turned, MemorySegment c) {
    int trans = turned ? TRANSPOSED : AS_IT_IS;
    int lead = turned ? k : n;
    try {
      gemm.invokeExact(ROW_MAJOR, AS_IT_IS, trans, m, n, k, 1f, a, k, b, lead, 0f, c, n);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /// `y[n] = x[k] * b[k, n]`.
  ///
  /// @param turned whether `b` is stored `[n, k]`
  void gemv(int n, int k, MemorySegment x, MemorySegment b, boolean turned, MemorySegment y) {
    try {
      if (turned) {
        gemv.invokeExact(ROW_MAJOR, AS_IT_IS, n, k, 1f, b, k, x, 1, 0f, y, 1);
      } else {
        gemv.invokeExact(ROW_MAJOR, TRANSPOSED, k, n, 1f, b, n, x, 1, 0f, y, 1);
      }
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /// `y[n] = factor * x[n]`.
  void scale(int n, float factor, MemorySegment x, MemorySegment y) {
    try {
      axpby.invokeExact(n, factor, x, 1, 0f, y, 1);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  void setThreads(int count) {
    try {
      setThreads.invokeExact(count);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  int threads() {
    try {
      return (int) threads.invokeExact();
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /// What the library says about its build, beginning with its name and release.
  String config() {
    return text(config);
  }

  /// The processor whose kernels it chose.
  String core() {
    return text(core);
  }

  @SuppressWarnings("restricted") // the library's own constant strings
  private static String text(MethodHandle function) {
    try {
      var text = (MemorySegment) function.invokeExact();
      return text.reinterpret(Long.MAX_VALUE).getString(0);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  private static IllegalStateException failed(Throwable e) {
    return new IllegalStateException("a call of OpenBLAS failed", e);
  }
}
