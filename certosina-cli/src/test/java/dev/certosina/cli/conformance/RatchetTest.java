package dev.certosina.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.cli.conformance.CaseResult.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RatchetTest {
  @TempDir Path folder;

  @Test
  void growsByCasesThatPassAndKeepsItsOrder() throws IOException {
    Path file = Files.writeString(folder.resolve("passing.txt"), "m\n");
    int added =
        Ratchet.read(file)
            .grow(
                file,
                List.of(
                    result("z", Status.PASS),
                    result("m", Status.PASS),
                    result("a", Status.PASS),
                    result("b", Status.UNSUPPORTED)));
    assertThat(added).isEqualTo(2);
    assertThat(file).hasContent("a\nm\nz\n");
  }

  @Test
  void refusesToShrink() throws IOException {
    Path file = Files.writeString(folder.resolve("passing.txt"), "m\n");
    List<CaseResult> results = List.of(result("m", Status.FAIL), result("a", Status.PASS));
    assertThatThrownBy(() -> Ratchet.read(file).grow(file, results))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("1 cases that no longer pass, first m: because");
    assertThat(file).hasContent("m\n");
  }

  @Test
  void startsEmpty() throws IOException {
    assertThat(Ratchet.read(folder.resolve("absent")).names()).isEmpty();
  }

  private static CaseResult result(String name, Status status) {
    return new CaseResult(name, Set.of(), status, status == Status.PASS ? "" : "because");
  }
}
