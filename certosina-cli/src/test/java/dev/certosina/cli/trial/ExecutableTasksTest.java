package dev.certosina.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.Tensor;
import dev.certosina.cli.Cli;
import dev.certosina.cli.TestCache;
import dev.certosina.cli.tensor.Npy;
import dev.certosina.cli.trial.TrialProcess.Outcome;
import dev.certosina.testkit.OnnxBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutableTasksTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private Path folder = Path.of("");

  @Test
  void timeAnExecutable() throws IOException {
    Path executable = executable();
    Path x = folder.resolve("x.npy");
    Npy.write(x, Tensor.of(new float[] {1, 2, 3}, 3));
    var inputs = new ExecutableInputs(executable, Map.of("x", x), 7, 1);
    try (var process = new TrialProcess()) {
      Outcome timed =
          process.call(
              TimeExecutable.class,
              TimeExecutable.arguments(inputs, 5, Duration.ofSeconds(5)),
              LIMIT);
      assertThat(timed).isInstanceOf(Outcome.Done.class);
      assertThat(TimeExecutable.nanos(((Outcome.Done) timed).results()))
          .hasSize(5)
          .allMatch(nanos -> nanos > 0);
      Outcome none =
          process.call(
              TimeExecutable.class, TimeExecutable.arguments(inputs, 5, Duration.ZERO), LIMIT);
      assertThat(((Outcome.Done) none).results()).hasSize(1);
    }
  }

  @Test
  void refuseWhatIsNoExecutable() {
    var inputs = new ExecutableInputs(folder.resolve("none"), Map.of(), 7, 1);
    try (var process = new TrialProcess()) {
      Outcome outcome =
          process.call(
              TimeExecutable.class, TimeExecutable.arguments(inputs, 5, Duration.ZERO), LIMIT);
      assertThat(outcome).isInstanceOf(Outcome.Failed.class);
      assertThat(((Outcome.Failed) outcome).reason()).contains("none");
    }
  }

  /// Doubles three numbers.
  private Path executable() throws IOException {
    byte[] model =
        new OnnxBuilder(17)
            .input("x", ElementType.FLOAT32, 3)
            .node("Add", List.of("x", "x"), List.of("y"))
            .output("y")
            .bytes();
    Path file = Files.write(folder.resolve("model.onnx"), model);
    Path executable = folder.resolve("model.certosina");
    Cli.run("compile", file.toString(), "-o", executable.toString(), TestCache.OPTION).succeeds();
    return executable;
  }
}
