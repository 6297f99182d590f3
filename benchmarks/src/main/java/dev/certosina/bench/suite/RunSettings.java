package dev.certosina.bench.suite;

import dev.certosina.Options;
import java.util.List;
import java.util.regex.Pattern;

/// What a run is asked for.
///
/// @param peers their names
/// @param options the target of our code, and the threads of each engine
/// @param filter only cases whose whole name matches
/// @param quick whether one case for each group is enough
public record RunSettings(List<String> peers, Options options, Pattern filter, boolean quick) {
  public RunSettings {
    peers = List.copyOf(peers);
  }

  public int threads() {
    return options.threads();
  }
}
