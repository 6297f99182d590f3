package dev.certosina.cli;

import dev.certosina.cli.command.CertosinaCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;

/// The command `certosina`.
public final class Main {
  private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

  private Main() {}

  /// Runs the command and ends the process with its exit code.
  public static void main(String[] arguments) {
    if (System.getProperty(LOG_FORMAT) == null) {
      // Warnings of the runtime look like everything else on standard error: one line each.
      System.setProperty(LOG_FORMAT, "certosina: %5$s%6$s%n");
    }
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
    } catch (OutOfMemoryError shortage) {
      return ExecutionErrors.reportShortage(errors, shortage);
    } catch (StackOverflowError | LinkageError e) {
      return ExecutionErrors.reportInternal(errors, e, List.of(arguments));
    }
  }
}
