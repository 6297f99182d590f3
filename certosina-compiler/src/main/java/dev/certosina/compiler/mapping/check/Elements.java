package dev.certosina.compiler.mapping.check;

import dev.certosina.ElementType;
import dev.certosina.compiler.mapping.NumberRange;

/// The elements of a tensor or tile, row-major, each a carrier as [Numbers] says.
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Elements(ElementType type, long[] values) {

  public int count() {
    return values.length;
  }

  /// An element as printed in messages.
  String print(int index) {
    return NumberRange.isInteger(type)
        ? Long.toString(values[index])
        : Double.toString(Numbers.toDouble(values[index]));
  }
}
