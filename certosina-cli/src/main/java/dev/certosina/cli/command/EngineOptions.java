package dev.certosina.cli.command;

import dev.certosina.Options;
import dev.certosina.Precision;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options that say how a model is compiled and run.
final class EngineOptions {

  @Option(
      names = "--target",
      paramLabel = "T[,T…]",
      defaultValue = "host",
      description = "Targets, for example x86-64-v3,x86-64-v4+vnni (default: ${DEFAULT-VALUE}).")
  private String target = "host";

  @Option(
      names = "--precision",
      paramLabel = "P",
      defaultValue = "fp32",
      description = "Arithmetic: fp32 (default: ${DEFAULT-VALUE}).")
  private Precision precision = Precision.FP32;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads of one run, the caller's included (default: all processors).")
  private @Nullable Integer threads;

  @Option(
      names = "--strict-convolution",
      description = "Accumulate convolutions in the direct order only.")
  private boolean strictConvolution;

  @Mixin private CacheOption cache = new CacheOption();

  Options options() {
    return builder().build();
  }

  Options.Builder builder() {
    Options.Builder options =
        Options.builder().target(target).precision(precision).strictConvolution(strictConvolution);
    cache.applyTo(options);
    return threads == null ? options : options.threads(threads);
  }
}
