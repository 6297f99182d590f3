package dev.certosina.compiler.pipeline;

import dev.certosina.runtime.exec.WeightPiece;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The weights of an executable, numbered in the order in which the first variant reads them.
final class WeightTable {
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final List<WeightPiece> pieces = new ArrayList<>();

  /// The number of the weight called `name`; the first request adds it.
  int number(String name, Supplier<WeightPiece> piece) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    numbers.put(name, pieces.size());
    pieces.add(piece.get());
    return pieces.size() - 1;
  }

  List<WeightPiece> pieces() {
    return pieces;
  }
}
