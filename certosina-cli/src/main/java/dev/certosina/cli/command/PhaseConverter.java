package dev.certosina.cli.command;

import dev.certosina.compiler.pipeline.Phase;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// The name of a phase.
final class PhaseConverter implements ITypeConverter<Phase> {
  /// All names, in order, for messages and help.
  static final String NAMES = "import, graph, texpr, fuse, schedule, kernel, llvm, object";

  @Override
  public Phase convert(String text) {
    return Phase.parse(text)
        .orElseThrow(() ->
            new TypeConversionException(
                "'%s' is not a phase; phases are %s".formatted(text, NAMES)));
  }
}
