package dev.certosina.cli.demo;

/// The direction in which a text points: a vector of length 1.
public final class SentenceVector {
  private final float[] values;

  private SentenceVector(float[] values) {
    this.values = values;
  }

  /// The mean of `tokens` vectors that lie one after another, scaled to length 1.
  static SentenceVector pool(float[] vectors, int tokens) {
    int width = vectors.length / tokens;
    var mean = new double[width];
    for (int i = 0; i < vectors.length; i++) {
      mean[i % width] += vectors[i];
    }
    double squares = 0;
    for (double sum : mean) {
      squares += sum * sum;
    }
    var pooled = new float[width];
    for (int i = 0; i < width; i++) {
      pooled[i] = (float) (mean[i] / Math.sqrt(squares));
    }
    return new SentenceVector(pooled);
  }

  /// The cosine of the angle between two vectors: 1 for the same direction.
  public double similarity(SentenceVector other) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += (double) values[i] * other.values[i];
    }
    return sum;
  }
}
