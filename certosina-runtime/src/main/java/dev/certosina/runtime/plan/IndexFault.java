package dev.certosina.runtime.plan;

/// A run met an index outside the axis that it selects from. Execution went on with a zero in its
/// place; the outputs are worthless.
public final class IndexFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long index;

  IndexFault(long index) {
    super("index " + index + " is outside its axis");
    this.index = index;
  }

  /// The value that was used as an index.
  public long index() {
    return index;
  }
}
