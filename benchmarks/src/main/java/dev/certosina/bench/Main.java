package dev.certosina.bench;

import dev.certosina.cli.ExecutionErrors;
import dev.certosina.cli.UsageErrors;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/// The command `certosina-bench`.
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
  /// @return 0 on success, 1 for a refused request or a wrong result, 2 for wrong usage, 70 for an
  ///   internal error
  public static int run(PrintWriter output, PrintWriter errors, String... arguments) {
    return new CommandLine(new BenchmarkCommand())
        .setOut(output)
        .setErr(errors)
        .setParameterExceptionHandler(new UsageErrors())
        .setExecutionExceptionHandler(new ExecutionErrors())
        .execute(arguments);
  }
}
