package dev.certosina.cli.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A JSON value. Objects keep the order in which their members were added.
public sealed interface Json {

  /// Members by name, in order.
  record Structure(Map<String, Json> members) implements Json {
    public Structure {
      members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    /// The member `name`, or empty where it is absent or `null`.
    public Optional<Json> member(String name) {
      return Optional.ofNullable(members.get(name)).filter(value -> !(value instanceof Null));
    }

    /// This object with one more member at its end.
    public Structure with(String name, Json value) {
      var extended = new LinkedHashMap<>(members);
      extended.put(name, value);
      return new Structure(extended);
    }

    public Structure with(String name, String value) {
      return with(name, new Text(value));
    }

    public Structure with(String name, long value) {
      return with(name, new Int(value));
    }

    public Structure with(String name, double value) {
      return with(name, real(value));
    }

    public Structure with(String name, boolean value) {
      return with(name, new Bool(value));
    }

    public Structure with(String name, List<? extends Json> values) {
      return with(name, new Array(List.copyOf(values)));
    }
  }

  /// Values in order.
  record Array(List<Json> values) implements Json {
    public Array {
      values = List.copyOf(values);
    }
  }

  record Text(String value) implements Json {}

  /// A number without fraction or exponent.
  record Int(long value) implements Json {}

  /// Any other number; finite.
  record Real(double value) implements Json {
    public Real {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("JSON has no " + value);
      }
    }
  }

  record Bool(boolean value) implements Json {}

  record Null() implements Json {}

  /// An object without members.
  static Structure object() {
    return new Structure(Map.of());
  }

  /// An array of texts.
  static Array texts(List<String> values) {
    return new Array(new ArrayList<Json>(values.stream().map(Text::new).toList()));
  }

  /// `value` as a number, or `null` where it is not finite, since JSON has no word for that.
  static Json real(double value) {
    return Double.isFinite(value) ? new Real(value) : new Null();
  }
}
