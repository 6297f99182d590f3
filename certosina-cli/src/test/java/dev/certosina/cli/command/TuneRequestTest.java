package dev.certosina.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `tune` does with a request that makes no sense, before it measures anything.
class TuneRequestTest {
  @TempDir Path folder;

  @Test
  void isRefusedWithoutThreads() {
    tune("--threads", "0").isRefused("threads: found 0, needed 1 to ");
    tune("--threads", "100000").isRefused("threads: found 100000, needed 1 to ");
  }

  @Test
  void isRefusedWithoutAPairOfCandidates() {
    tune("--model-accuracy", "--candidates", "1")
        .isRefused("candidates: found 1, needed at least 2");
  }

  @Test
  void isRefusedWithoutAFolderForLogs() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Cli.run("tune", "gmm:0", "--cache", file.toString()).isRefused(file + "/tuning: ");
  }

  @Test
  void saysThatABudgetWasTooSmall() {
    assertThat(tune("--budget", "1ms").succeeds().output())
        .contains("no candidate ran: the budget was spent before the first trial");
  }

  @Test
  void namesOptionsThatExcludeEachOther() {
    Cli wrong = tune("--model-accuracy", "--fixed-mappings");
    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.errors()).contains("--model-accuracy excludes --fixed-mappings");
  }

  private Cli tune(String... options) {
    List<String> arguments = new ArrayList<>(List.of("tune", "gmm:0", "--cache=" + folder));
    arguments.addAll(List.of(options));
    return Cli.run(arguments.toArray(String[]::new));
  }
}
