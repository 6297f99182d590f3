package dev.certosina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.cli.json.Json;
import dev.certosina.cli.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// The command, run in this process with its streams caught.
public record Cli(int code, String output, String errors) {

  /// Runs the command.
  public static Cli run(String... arguments) {
    var output = new StringWriter();
    var errors = new StringWriter();
    int code = Main.run(new PrintWriter(output), new PrintWriter(errors), arguments);
    return new Cli(code, output.toString(), errors.toString());
  }

  /// Asserts exit code 0.
  public Cli succeeds() {
    assertThat(code).as(errors).isZero();
    return this;
  }

  /// Asserts exit code 1, nothing on standard output and one line, with `part`, on standard error.
  public void isRefused(String part) {
    assertThat(errors.lines().toList()).hasSize(1);
    assertThat(errors).startsWith("certosina: ").contains(part).doesNotContain("\tat ");
    assertThat(output).isEmpty();
    assertThat(code).isEqualTo(1);
  }

  /// Asserts exit code 2, nothing on standard output and a hint where help is.
  public void isWrongUsage(String part) {
    assertThat(errors).startsWith("certosina: ").contains(part).contains("--help");
    assertThat(output).isEmpty();
    assertThat(code).isEqualTo(2);
  }

  /// Standard output, which must be one JSON object.
  public Json.Structure document() {
    succeeds();
    try {
      var input = new ByteArrayInputStream(output.getBytes(StandardCharsets.UTF_8));
      return (Json.Structure) JsonReader.read(input, "standard output");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The names of the members of `value`, an object.
  public static List<String> keys(Json value) {
    return List.copyOf(((Json.Structure) value).members().keySet());
  }

  /// Member `name` of `value`, an object.
  public static Json member(Json value, String name) {
    return Objects.requireNonNull(((Json.Structure) value).members().get(name), name);
  }

  /// The elements of member `name` of `value`, an object.
  public static List<Json> elements(Json value, String name) {
    return ((Json.Array) member(value, name)).values();
  }
}
