package dev.certosina.cli.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void isReadBackAsItWasPrinted() throws IOException {
    Json document =
        Json.object()
            .with("text", "quote \" backslash \\ line\nend é 😀")
            .with("int", Long.MIN_VALUE)
            .with("real", 0.1)
            .with("flag", true)
            .with("nothing", Double.NaN)
            .with("list", List.of(new Json.Int(1), Json.object(), Json.texts(List.of("a"))));

    assertThat(read(JsonWriter.write(document))).isEqualTo(document);
  }

  @Test
  void keepsTheOrderOfMembers() {
    Json document = Json.object().with("b", 1).with("a", 2).with("c", 3);
    assertThat(JsonWriter.write(document)).containsSubsequence("\"b\"", "\"a\"", "\"c\"");
  }

  @Test
  void refusesTextAfterTheDocument() {
    assertThatThrownBy(() -> read("{} {}"))
        .isInstanceOf(ModelException.class)
        .hasMessage("test: expected the end of the JSON document");
  }

  private static Json read(String text) throws IOException {
    return JsonReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "test");
  }
}
