package dev.certosina.runtime.compose.model;

import dev.certosina.ModelException;

/// The measured or modelled time of one micro-kernel.
///
/// @param rows height of the register tile, 1 to 64
/// @param columns width of the panel it reads, 1 to 4096
/// @param l1 calls whose panel lies in the first-level cache
/// @param l2 calls whose panel lies in the second-level cache
/// @param l3 calls whose panel lies in the third-level cache
/// @param memory calls whose panel comes from memory
public record KernelModel(int rows, int columns, Curve l1, Curve l2, Curve l3, Curve memory) {
  static final int MOST_ROWS = 64;
  static final int MOST_COLUMNS = 4096;

  /// @throws ModelException when the tile is empty or too large
  public KernelModel {
    if (rows < 1 || rows > MOST_ROWS || columns < 1 || columns > MOST_COLUMNS) {
      throw new ModelException(
          "micro-kernel of %s rows and %s columns, needed 1 to %s and 1 to %s"
              .formatted(rows, columns, MOST_ROWS, MOST_COLUMNS));
    }
  }

  public Curve at(Residency residency) {
    return switch (residency) {
      case L1 -> l1;
      case L2 -> l2;
      case L3 -> l3;
      case MEMORY -> memory;
    };
  }

  /// Nanoseconds of one call over `k` steps, 0 or more, with the panel at `residency`.
  public double nanos(Residency residency, long k) {
    return at(residency).nanos(k);
  }
}
