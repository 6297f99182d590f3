package dev.certosina.compiler.target.yaml;

import dev.certosina.ModelException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A YAML value that knows where it stands.
///
/// Scalars are texts: what `16` means depends on who asks for it.
sealed interface Yaml {

  Place place();

  /// @param isLiteral a block after `|`, whose lines stand below the place
  record Text(Place place, String value, boolean isLiteral) implements Yaml {

    /// Where line `index` of the value stands, counted from 0.
    Place lineAt(int index) {
      return isLiteral ? place.at(place.line() + 1 + index) : place;
    }
  }

  record Items(Place place, List<Yaml> values) implements Yaml {
    public Items {
      values = List.copyOf(values);
    }
  }

  /// @param entries by key, in the order written
  record Fields(Place place, Map<String, Entry> entries) implements Yaml {
    public Fields {
      entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }
  }

  /// @param place of the key
  record Entry(Place place, Yaml value) {}

  /// What stands here, for messages.
  default String describe() {
    return switch (this) {
      case Text text -> text.value().isEmpty() ? "nothing" : Place.quote(text.value());
      case Items _ -> "a list";
      case Fields _ -> "a mapping";
    };
  }

  /// The error of something else than `expected` standing here.
  default ModelException wrong(String expected) {
    return place().wrong(describe(), expected);
  }
}
