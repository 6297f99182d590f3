package dev.certosina.compiler.texpr;

/// An index expression bound to the shapes of a run: `offset + Σ coefficients[i] * point[i]`.
///
/// @param axes positions in the point of the axes that occur
/// @param coefficients one per entry of `axes`; none is 0
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record LinearForm(int[] axes, long[] coefficients, long offset, int rank) {

  static LinearForm constant(long offset, int rank) {
    return new LinearForm(new int[0], new long[0], offset, rank);
  }

  /// @param dense one coefficient per axis of the domain
  static LinearForm of(long[] dense, long offset) {
    int used = 0;
    for (long coefficient : dense) {
      used += coefficient == 0 ? 0 : 1;
    }
    int[] axes = new int[used];
    long[] coefficients = new long[used];
    for (int axis = dense.length - 1; axis >= 0; axis--) {
      if (dense[axis] != 0) {
        used--;
        axes[used] = axis;
        coefficients[used] = dense[axis];
      }
    }
    return new LinearForm(axes, coefficients, offset, dense.length);
  }

  long at(long[] point) {
    long value = offset;
    for (int i = 0; i < axes.length; i++) {
      value += coefficients[i] * point[axes[i]];
    }
    return value;
  }

  LinearForm times(long factor) {
    long[] dense = dense();
    for (int axis = 0; axis < dense.length; axis++) {
      dense[axis] *= factor;
    }
    return of(dense, offset * factor);
  }

  LinearForm plus(LinearForm other) {
    long[] dense = dense();
    for (int i = 0; i < other.axes.length; i++) {
      dense[other.axes[i]] += other.coefficients[i];
    }
    return of(dense, offset + other.offset);
  }

  private long[] dense() {
    long[] dense = new long[rank];
    for (int i = 0; i < axes.length; i++) {
      dense[axes[i]] = coefficients[i];
    }
    return dense;
  }
}
