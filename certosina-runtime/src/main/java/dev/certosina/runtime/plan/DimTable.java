package dev.certosina.runtime.plan;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/// The distinct dims of one variant, numbered, so that binding evaluates each of them once.
final class DimTable {
  /// By instance: a decoded program has one for equal dims, and comparing them costs more.
  private final IdentityHashMap<Dim, Integer> numbers = new IdentityHashMap<>();

  private final List<Dim> dims = new ArrayList<>();

  /// The number of `dim`, added when it is new.
  int add(Dim dim) {
    Integer number = numbers.putIfAbsent(dim, dims.size());
    if (number != null) {
      return number;
    }
    dims.add(dim);
    return dims.size() - 1;
  }

  /// The values of all dims, by number.
  ///
  /// @throws dev.certosina.ModelException when a value overflows or a join is illegal
  long[] evaluate(ToLongFunction<String> symbols) {
    long[] values = new long[dims.size()];
    for (int i = 0; i < values.length; i++) {
      Dim dim = dims.get(i);
      OptionalLong constant = Dims.constantValue(dim);
      values[i] = constant.isPresent() ? constant.getAsLong() : Dims.evaluate(dim, symbols);
    }
    return values;
  }
}
