package dev.certosina.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.Options;
import dev.certosina.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Runs the cases that `conformance/passing.txt` lists; all must still pass. The list grows with
/// `./certosina conformance ARCHIVE --ratchet conformance/passing.txt`.
class ConformanceTest {
  private static final Path RATCHET =
      Path.of(System.getProperty("certosina.root", ".."), "conformance", "passing.txt");

  @Test
  void losesNoCaseThatHasPassed() throws IOException {
    Path archive = SharedData.require("data/onnx-conformance.tar.xz");
    Path edgeCases = SharedData.require("data/edge-cases.tar.xz");
    Ratchet ratchet = Ratchet.read(RATCHET);
    var results = new ArrayList<CaseResult>();
    try (var cache = TemporaryFolder.create("certosina-conformance-test")) {
      var runner = new CaseRunner(Options.builder().threads(1).cacheFolder(cache.path()).build());
      for (Path source : List.of(archive, edgeCases)) {
        ConformanceSuite.run(source, listed(ratchet), runner, results::add);
      }
    }
    assertThat(results).extracting(CaseResult::name).containsAll(ratchet.names());
    assertThat(ratchet.lost(results)).isEmpty();
  }

  private static Pattern listed(Ratchet ratchet) {
    return Pattern.compile(
        ratchet.names().stream().map(Pattern::quote).collect(Collectors.joining("|", "^(", ")$")));
  }
}
