package dev.certosina.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreferredVariantsTest {
  @TempDir Path folder = Path.of("");

  @Test
  void outliveTheRun() {
    Path file = folder.resolve("new/variants.tsv");
    var first = new PreferredVariants(file, true);
    assertThat(first.find("a case")).isEmpty();
    first.put("a case", "");
    first.put("another", "1.23.2");
    first.put("another", "");
    first.put("a case", "1.23.2");
    var second = new PreferredVariants(file, false);
    second.put("a third", "1.23.2");
    assertThat(second.find("a third")).contains("1.23.2");
    second = new PreferredVariants(file, false);
    assertThat(second.find("a case")).contains("1.23.2");
    assertThat(second.find("another")).contains("");
    assertThat(second.find("a third")).isEmpty();
  }
}
