package dev.certosina.compiler.target.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ModelException;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Intrinsic;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page that explains accelerator files, held to what the reader does.
class AddAnAcceleratorTest {
  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
  private static final Pattern KEY = Pattern.compile("^\\| `(\\w+)` \\|", Pattern.MULTILINE);

  @Test
  void showsAFileThatReads() throws IOException {
    Matcher matcher = YAML.matcher(page());
    assertThat(matcher.find()).isTrue();
    String text = matcher.group(1);
    assertThat(text).isEqualTo(AcceleratorFiles.outerProduct());
    Accelerator accelerator = AcceleratorReader.read("outer-product.yaml", text);
    assertThat(accelerator.intrinsics()).extracting(Intrinsic::name).containsExactly("outer_f32");
  }

  @Test
  void explainsEveryKey() throws IOException {
    List<String> explained = KEY.matcher(page()).results().map(match -> match.group(1)).toList();
    assertThat(explained).containsAll(AcceleratorReader.KEYS).containsAll(IntrinsicReader.KEYS);
    assertThat(explained).hasSize(AcceleratorReader.KEYS.size() + IntrinsicReader.KEYS.size());
  }

  @Test
  void quotesAMessage() throws IOException {
    String text = AcceleratorFiles.outerProduct().replace("j: 8,", "j: 0,");
    assertThat(page()).contains(message(text));
  }

  private static String message(String text) {
    try {
      AcceleratorReader.read("outer-product.yaml", text);
      return "no message";
    } catch (ModelException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String page() throws IOException {
    return Files.readString(AcceleratorFiles.root().resolve("docs/howto/add-an-accelerator.md"));
  }
}
