package dev.certosina;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// How a model is compiled, loaded and run. Immutable; made by [#builder()].
public final class Options {
  private static final Options DEFAULTS = builder().build();

  private final int threads;
  private final @Nullable Executor executor;
  private final Precision precision;
  private final @Nullable String target;
  private final @Nullable Path cacheFolder;
  private final @Nullable Long memoryLimitBytes;
  private final boolean checked;
  private final boolean strictConvolution;
  private final boolean atomicReductions;

  private Options(Builder builder) {
    threads = builder.threads;
    executor = builder.executor;
    precision = builder.precision;
    target = builder.target;
    cacheFolder = builder.cacheFolder;
    memoryLimitBytes = builder.memoryLimitBytes;
    checked = builder.checked;
    strictConvolution = builder.strictConvolution;
    atomicReductions = builder.atomicReductions;
  }

  /// All processors of the machine, fp32, the best target of this CPU, no memory limit.
  public static Options defaults() {
    return DEFAULTS;
  }

  /// A builder with the defaults.
  public static Builder builder() {
    return new Builder();
  }

  /// Threads of one run, the caller included; at least 1.
  public int threads() {
    return threads;
  }

  /// Where helpers of a run are borrowed; empty for the runtime's own threads.
  public Optional<Executor> executor() {
    return Optional.ofNullable(executor);
  }

  public Precision precision() {
    return precision;
  }

  /// Names of the targets to compile for and to run, separated by commas; empty for the best of
  /// this CPU.
  public Optional<String> target() {
    return Optional.ofNullable(target);
  }

  /// Where compiled models are kept; empty for the user's cache folder.
  public Optional<Path> cacheFolder() {
    return Optional.ofNullable(cacheFolder);
  }

  /// Bound on the native memory of one model with all its sessions, in bytes.
  public OptionalLong memoryLimitBytes() {
    return memoryLimitBytes == null ? OptionalLong.empty() : OptionalLong.of(memoryLimitBytes);
  }

  /// Whether kernels check every memory access.
  public boolean checked() {
    return checked;
  }

  /// Whether convolutions use only algorithms that accumulate in the direct order.
  public boolean strictConvolution() {
    return strictConvolution;
  }

  /// Whether reductions may combine with atomics in an order that varies from run to run.
  public boolean atomicReductions() {
    return atomicReductions;
  }

  /// Collects options.
  public static final class Builder {
    private int threads = Runtime.getRuntime().availableProcessors();
    private @Nullable Executor executor;
    private Precision precision = Precision.FP32;
    private @Nullable String target;
    private @Nullable Path cacheFolder;
    private @Nullable Long memoryLimitBytes;
    private boolean checked;
    private boolean strictConvolution;
    private boolean atomicReductions;

    private Builder() {}

    /// Threads of one run, the caller included: 1 to 1024. Default: the available processors.
    public Builder threads(int count) {
      if (count < 1 || count > MAX_THREADS) {
        throw new ModelException("threads: found " + count + ", needed 1 to " + MAX_THREADS);
      }
      threads = count;
      return this;
    }

    /// Borrows helpers from `lender`. The caller runs its part in any case, so an executor that
    /// lends fewer threads than [#threads], or none, only makes runs slower.
    public Builder executor(Executor lender) {
      executor = lender;
      return this;
    }

    public Builder precision(Precision value) {
      precision = value;
      return this;
    }

    /// One target name or several separated by commas; `host` is the default.
    public Builder target(String names) {
      target = names.equals(HOST) ? null : names;
      return this;
    }

    /// Where compiled models are kept.
    public Builder cacheFolder(Path folder) {
      cacheFolder = folder;
      return this;
    }

    /// Bounds the native memory of one model with all its sessions.
    public Builder memoryLimitBytes(long bytes) {
      if (bytes < 0) {
        throw new ModelException("memory limit: found " + bytes + ", needed 0 or more");
      }
      memoryLimitBytes = bytes;
      return this;
    }

    /// Compiles kernels that check every memory access.
    public Builder checked(boolean value) {
      checked = value;
      return this;
    }

    public Builder strictConvolution(boolean value) {
      strictConvolution = value;
      return this;
    }

    public Builder atomicReductions(boolean value) {
      atomicReductions = value;
      return this;
    }

    public Options build() {
      return new Options(this);
    }
  }

  private static final int MAX_THREADS = 1024;
  private static final String HOST = "host";
}
