package dev.certosina.cli.command;

import picocli.CommandLine.Option;

/// The option `--seed`.
final class SeedOption {

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Seed of whatever is drawn at random (default: ${DEFAULT-VALUE}).")
  private long seed;

  long value() {
    return seed;
  }
}
