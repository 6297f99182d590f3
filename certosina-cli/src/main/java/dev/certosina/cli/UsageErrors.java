package dev.certosina.cli;

import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Answers wrong usage with one line that says what is wrong, one that says where help is, and exit
/// code 2.
public final class UsageErrors implements IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException error, String[] arguments) {
    CommandLine command = error.getCommandLine();
    var errors = command.getErr();
    errors.println("certosina: " + ExecutionErrors.oneLine(error.getMessage()));
    if (error instanceof UnmatchedArgumentException unmatched) {
      unmatched.getSuggestions().stream()
          .findFirst()
          .ifPresent(suggestion -> errors.println("did you mean " + suggestion + "?"));
    }
    errors.println("see: %s --help".formatted(command.getCommandSpec().qualifiedName()));
    errors.flush();
    return CommandLine.ExitCode.USAGE;
  }
}
