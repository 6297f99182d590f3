package dev.certosina.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.Executable;
import dev.certosina.compiler.pipeline.CompileOptions;
import dev.certosina.compiler.pipeline.Pipeline;
import dev.certosina.compiler.target.Targets;
import dev.certosina.runtime.exec.CpuFeatures;
import java.io.ByteArrayOutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A compiled model needs nothing but the runtime: a small jar without dependencies.
class RuntimeAloneTest {
  private static final int JAR_LIMIT_BYTES = 1 << 20;
  private static final long TARGET_LIMIT_BYTES = 5L << 20;

  private static final String PROGRAM =
      """
      import dev.certosina.*;
      import java.nio.file.Path;
      import java.util.Map;

      class Alone {
        public static void main(String[] arguments) {
          try (Model model = Executable.load(Path.of(arguments[0]));
              Session session = model.newSession()) {
            long[] ids = {101, 7592, 102};
            Map<String, Tensor> outputs =
                session.run(
                    Map.of(
                        "input_ids", Tensor.of(ids, 1, 3),
                        "attention_mask", Tensor.of(new long[] {1, 1, 1}, 1, 3),
                        "token_type_ids", Tensor.of(new long[3], 1, 3)));
            System.out.println(outputs.get("output_0").toFloatArray().length);
          }
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void runsACompiledEncoderWithOnlyTheRuntimeOnTheClassPath() throws Exception {
    Path model = Encoders.file(Encoders.MINILM);
    Path executable = folder.resolve("encoder.certosina");
    CompileOptions options =
        new CompileOptions(
            Targets.parse("host,x86-64-v3", CpuFeatures.flags()), false, Encoders.FOLDER);
    new Pipeline(options).compile(model, executable);
    assertThat(Files.size(executable))
        .as("executable for two targets")
        .isLessThan(Files.size(model) + 2 * TARGET_LIMIT_BYTES);
    assertThat(runAlone(executable)).isEqualTo(String.valueOf(3 * 384));
  }

  private String runAlone(Path executable) throws Exception {
    Path source = Files.writeString(folder.resolve("Alone.java"), PROGRAM);
    Path output = folder.resolve("output.txt");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                runtimeClasses().toString(),
                source.toString(),
                executable.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(child.waitFor(120, TimeUnit.SECONDS)).as("child process ended").isTrue();
    return Files.readString(output).strip();
  }

  @Test
  void theRuntimeIsSmall() throws Exception {
    Path classes = runtimeClasses();
    if (Files.isRegularFile(classes)) {
      assertThat(Files.size(classes)).isLessThan(JAR_LIMIT_BYTES);
      return;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream jar = new ZipOutputStream(bytes, StandardCharsets.UTF_8);
        Stream<Path> files = Files.walk(classes)) {
      List<Path> regular = files.filter(Files::isRegularFile).toList();
      assertThat(regular).hasSizeGreaterThan(50);
      for (Path file : regular) {
        jar.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
        Files.copy(file, jar);
      }
    }
    assertThat(bytes.size()).isLessThan(JAR_LIMIT_BYTES);
  }

  /// The jar or class folder that holds the runtime.
  private static Path runtimeClasses() throws URISyntaxException {
    return Path.of(Executable.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
