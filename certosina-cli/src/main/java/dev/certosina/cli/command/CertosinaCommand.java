package dev.certosina.cli.command;

import dev.certosina.cli.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The command itself; all work is in its subcommands.
@Command(
    name = "certosina",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Compiles ONNX models to native code and runs them at any shape.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      InspectCommand.class,
      CompileCommand.class,
      RunCommand.class,
      BenchCommand.class,
      OptCommand.class,
      TargetsCommand.class,
      MapCommand.class,
      TuneCommand.class,
      ConformanceCommand.class,
    },
    footer = {
      "",
      "Exit codes: 0 success, 1 refused request or model, 2 wrong usage, 70 internal error.",
      "Example: certosina demo",
    })
public final class CertosinaCommand implements Runnable {
  @Spec private @org.jspecify.annotations.Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        java.util.Objects.requireNonNull(spec).commandLine(), "a command is needed");
  }
}
