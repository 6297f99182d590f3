package dev.certosina.cli;

import dev.certosina.cli.command.CertosinaCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;

/// The command `certosina`.
public final class Main {
  private Main() {}

  /// Runs the command and ends the process with its exit code.
  public static void main(String[] arguments) {
    var output = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    var errors = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code = run(output, errors, arguments);
    output.flush();
    errors.flush();
    System.exit(code);
  }

  /// Runs the command in this process.
  ///
  /// @return 0 on success, 1 for a refused request or model, 2 for wrong usage, 70 for an internal
  ///   error
  public static int run(PrintWriter output, PrintWriter errors, String... arguments) {
    var command =
        new CommandLine(new CertosinaCommand())
            .setOut(output)
            .setErr(errors)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler(new UsageErrors())
            .setExecutionExceptionHandler(new ExecutionErrors());
    try {
      return command.execute(arguments);
    } catch (StackOverflowError | OutOfMemoryError | LinkageError e) {
      return ExecutionErrors.reportInternal(errors, e, List.of(arguments));
    }
  }
}
