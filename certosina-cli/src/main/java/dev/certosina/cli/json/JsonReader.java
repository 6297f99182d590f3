package dev.certosina.cli.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.certosina.ModelException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// Reads one JSON document.
public final class JsonReader {
  private JsonReader() {}

  /// The document in `input`, which is UTF-8 and named `source` in messages.
  ///
  /// @throws ModelException where `input` is not one well-formed document
  public static Json read(InputStream input, String source) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(input)) {
      Json value = value(parser, parser.nextToken(), source);
      if (parser.nextToken() != null) {
        throw new ModelException(source + ": expected the end of the JSON document");
      }
      return value;
    } catch (JsonProcessingException e) {
      var place = e.getLocation();
      throw new ModelException(
          "%s: line %d: not JSON: %s"
              .formatted(
                  source,
                  place == null ? 0 : place.getLineNr(),
                  e.getOriginalMessage().replace('\n', ' ')),
          e);
    }
  }

  private static Json value(JsonParser parser, @Nullable JsonToken token, String source)
      throws IOException {
    if (token == null) {
      throw new ModelException(source + ": the JSON document ends too early");
    }
    return switch (token) {
      case START_OBJECT -> object(parser, source);
      case START_ARRAY -> array(parser, source);
      case VALUE_STRING -> new Json.Text(parser.getText());
      case VALUE_NUMBER_INT -> new Json.Int(parser.getLongValue());
      case VALUE_NUMBER_FLOAT -> new Json.Real(parser.getDoubleValue());
      case VALUE_TRUE -> new Json.Bool(true);
      case VALUE_FALSE -> new Json.Bool(false);
      case VALUE_NULL -> new Json.Null();
      case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new ModelException(source + ": unexpected JSON token " + token);
    };
  }

  private static Json object(JsonParser parser, String source) throws IOException {
    var members = new LinkedHashMap<String, Json>();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      members.put(name, value(parser, parser.nextToken(), source));
    }
    return new Json.Structure(members);
  }

  private static Json array(JsonParser parser, String source) throws IOException {
    var values = new ArrayList<Json>();
    JsonToken token = parser.nextToken();
    while (token != JsonToken.END_ARRAY) {
      values.add(value(parser, token, source));
      token = parser.nextToken();
    }
    return new Json.Array(values);
  }
}
