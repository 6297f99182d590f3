package dev.certosina.runtime.exec;

import java.util.Arrays;

/// Where each weight lies within an executable's weights section.
///
/// @param offsets in bytes, multiples of [ExecutableFormat#WEIGHT_ALIGNMENT]
/// @param byteSizes of the pieces
/// @param totalBytes of the section
@SuppressWarnings("ArrayRecordComponent") // equality is defined below
public record WeightTable(long[] offsets, long[] byteSizes, long totalBytes) {

  /// How many weights there are.
  public int count() {
    return offsets.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WeightTable that
        && Arrays.equals(offsets, that.offsets)
        && Arrays.equals(byteSizes, that.byteSizes)
        && totalBytes == that.totalBytes;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(offsets) * 31 + Arrays.hashCode(byteSizes);
  }

  @Override
  public String toString() {
    return "WeightTable[" + count() + " pieces, " + totalBytes + " bytes]";
  }
}
