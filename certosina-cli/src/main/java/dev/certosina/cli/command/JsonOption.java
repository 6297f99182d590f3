package dev.certosina.cli.command;

import dev.certosina.cli.json.Json;
import dev.certosina.cli.json.JsonWriter;
import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The option `--json`, and the streams that it governs: with it standard output gets one document
/// and everything else goes to standard error.
final class JsonOption {
  /// Raised when a document's keys change their meaning.
  private static final int DOCUMENT_VERSION = 1;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--json",
      description = "Print one JSON document on standard output, all else on standard error.")
  private boolean json;

  boolean isWanted() {
    return json;
  }

  /// Where text for people goes.
  PrintWriter text() {
    return json ? commandLine().getErr() : commandLine().getOut();
  }

  /// Where progress goes.
  PrintWriter progress() {
    return commandLine().getErr();
  }

  /// A document with its version, to which a command adds its members.
  static Json.Structure document() {
    return Json.object().with("version", DOCUMENT_VERSION);
  }

  /// Prints `document` if one is wanted.
  void print(Json document) {
    if (json) {
      commandLine().getOut().println(JsonWriter.write(document));
    }
  }

  private CommandLine commandLine() {
    return Objects.requireNonNull(command).commandLine();
  }
}
