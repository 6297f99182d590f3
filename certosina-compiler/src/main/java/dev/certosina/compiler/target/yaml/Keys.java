package dev.certosina.compiler.target.yaml;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A mapping whose keys are known in advance.
///
/// @param owner what the mapping describes, with its article, for messages
record Keys(Yaml.Fields fields, String owner) {

  /// @throws dev.certosina.ModelException where `value` is no mapping or has a key not in `known`
  static Keys of(Yaml value, String owner, List<String> known) {
    Yaml.Fields fields = Values.fields(value, "a mapping with keys " + String.join(", ", known));
    fields
        .entries()
        .forEach((key, entry) -> {
          if (!known.contains(key)) {
            throw entry
                .place()
                .wrong(
                    "the key " + Place.quote(key),
                    "a key of %s: %s".formatted(owner, String.join(", ", known)));
          }
        });
    return new Keys(fields, owner);
  }

  Place place() {
    return fields.place();
  }

  Yaml required(String key) {
    return optional(key)
        .orElseThrow(
            () -> place().wrong("%s without the key '%s'".formatted(owner, key), "that key"));
  }

  Optional<Yaml> optional(String key) {
    return Optional.ofNullable(fields.entries().get(key))
        .map(entry -> Objects.requireNonNull(entry.value()));
  }
}
