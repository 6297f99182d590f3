package dev.certosina.runtime.compose;

/// The kinds of product that have kernels of their own. The kind depends on the shape alone.
public enum ProductPath {
  /// One row and one column.
  DOT("dot"),
  /// Few columns: the left operand is read once, row by row.
  MATRIX_VECTOR("matrix-vector"),
  /// Few steps: the output is written once.
  OUTER("outer"),
  /// Few rows: the packed operand is read once, panel by panel.
  VECTOR_MATRIX("vector-matrix"),
  /// Everything else.
  GENERAL("general");

  private static final long FEW = 4;

  private final String text;

  ProductPath(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  /// The kind of an `m` by `n` product over `k` steps.
  public static ProductPath of(long m, long n, long k) {
    if (m == 1 && n == 1) {
      return DOT;
    }
    if (n <= FEW) {
      return MATRIX_VECTOR;
    }
    if (k <= FEW) {
      return OUTER;
    }
    return m <= FEW ? VECTOR_MATRIX : GENERAL;
  }

  /// Whether the bytes read and written decide the time, not the kernels.
  boolean streams() {
    return switch (this) {
      case DOT, MATRIX_VECTOR, OUTER -> true;
      case VECTOR_MATRIX, GENERAL -> false;
    };
  }
}
