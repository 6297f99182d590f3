package dev.certosina.cli.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/// Prints JSON documents, indented.
public final class JsonWriter {
  private JsonWriter() {}

  /// The text of `document`, without a line break at its end.
  public static String write(Json document) {
    var text = new StringWriter();
    try (JsonGenerator generator = new JsonFactory().createGenerator(text)) {
      generator.useDefaultPrettyPrinter();
      write(generator, document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator generator, Json value) throws IOException {
    switch (value) {
      case Json.Structure(var members) -> {
        generator.writeStartObject();
        for (Map.Entry<String, Json> member : members.entrySet()) {
          generator.writeFieldName(member.getKey());
          write(generator, member.getValue());
        }
        generator.writeEndObject();
      }
      case Json.Array(var values) -> {
        generator.writeStartArray();
        for (Json element : values) {
          write(generator, element);
        }
        generator.writeEndArray();
      }
      case Json.Text(String text) -> generator.writeString(text);
      case Json.Int(long number) -> generator.writeNumber(number);
      case Json.Real(double number) -> generator.writeNumber(number);
      case Json.Bool(boolean flag) -> generator.writeBoolean(flag);
      case Json.Null() -> generator.writeNull();
    }
  }
}
