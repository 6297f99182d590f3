package dev.certosina.peers.operator;

import dev.certosina.peers.operator.OperatorProblem.Product;
import java.util.SplittableRandom;

/// Freivalds' check of a matrix product: where `out = left * right`, also `out * s = left * (right
/// * s)` for any vector `s`, which costs only products with vectors. With signs drawn at random a
///   wrong result is found unless its errors cancel. A sample of elements is computed as well.
public final class Freivalds {
  private static final int SAMPLES = 2_000;
  private static final double ROUNDINGS = 2;

  private final Product product;
  private final Operands operands;
  private final double[] signs;
  private final double[] sums;

  public Freivalds(Product product, Operands operands) {
    this.product = product;
    this.operands = operands;
    var random = new SplittableRandom(5);
    signs = new double[product.n()];
    for (int j = 0; j < signs.length; j++) {
      signs[j] = random.nextBoolean() ? 1 : -1;
    }
    sums = weighted(operands.right(), product.batch() * product.k());
  }

  /// The largest error in units of the one allowed, as in [Float64Reference#excess].
  public double excess(float[] found) {
    if (found.length != OperatorProblem.elements(product.outShape())) {
      return Double.POSITIVE_INFINITY;
    }
    double allowed = ROUNDINGS * (product.k() + 8) * Math.ulp(1f);
    // Errors of independent signs add up like the root of their number.
    double allowedInRow = allowed * Math.sqrt((double) product.n());
    double worst = 0;
    double[] rows = weighted(found, product.batch() * product.m());
    for (int row = 0; row < rows.length; row++) {
      double expected = 0;
      int from = row / product.m() * product.k();
      for (int t = 0; t < product.k(); t++) {
        expected += operands.left()[row * product.k() + t] * sums[from + t];
      }
      worst = Math.max(worst, Math.abs(rows[row] - expected) / allowedInRow);
    }
    var random = new SplittableRandom(6);
    for (int i = 0; i < SAMPLES; i++) {
      int at = random.nextInt(found.length);
      worst = Math.max(worst, Math.abs(found[at] - element(at)) / allowed);
    }
    return worst;
  }

  private double element(int at) {
    int row = at / product.n();
    double sum = 0;
    for (int t = 0; t < product.k(); t++) {
      int right = (row / product.m() * product.k() + t) * product.n() + at % product.n();
      sum += (double) operands.left()[row * product.k() + t] * operands.right()[right];
    }
    return sum;
  }

  /// The sum of each row of `n` elements, with the signs.
  private double[] weighted(float[] matrix, int rows) {
    var weighted = new double[rows];
    for (int row = 0; row < rows; row++) {
      double sum = 0;
      for (int j = 0; j < signs.length; j++) {
        sum += signs[j] * matrix[row * signs.length + j];
      }
      weighted[row] = sum;
    }
    return weighted;
  }
}
