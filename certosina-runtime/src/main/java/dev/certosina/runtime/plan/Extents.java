package dev.certosina.runtime.plan;

import java.util.Arrays;

/// A list of numbers that serves as a key: the extents of a shape, or the values of all symbols.
public final class Extents {
  private final long[] values;
  private final int hash;

  /// @param values not copied and never changed afterwards
  public Extents(long[] values) {
    this.values = values;
    this.hash = Arrays.hashCode(values);
  }

  /// The numbers; not a copy.
  public long[] values() {
    return values;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Extents that && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
