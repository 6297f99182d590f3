package dev.certosina.peers.openblas;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.certosina.peers.operator.OperatorProblem.Product;
import dev.certosina.peers.operator.PreparedOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A batch of products, one call each.
final class BlasOperator implements PreparedOperator {
  private static final long ALIGNMENT_BYTES = 64;

  private final OpenBlas blas;
  private final String formula;
  private final Product product;
  private final BlasCall call;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment result;
  private final MemorySegment[] left;
  private final MemorySegment[] right;
  private final MemorySegment[] out;

  /// @param right as `call` wants it
  BlasOperator(
      OpenBlas blas, String formula, Product product, float[] left, float[] right, BlasCall call) {
    this.blas = blas;
    this.formula = formula;
    this.product = product;
    this.call = call;
    this.result = allocate((long) product.batch() * product.m() * product.n());
    this.left = parts(filled(left));
    this.right = parts(filled(right));
    this.out = parts(result);
  }

  private MemorySegment allocate(long elements) {
    return arena.allocate(elements * Float.BYTES, ALIGNMENT_BYTES);
  }

  private MemorySegment filled(float[] elements) {
    return allocate(elements.length).copyFrom(MemorySegment.ofArray(elements));
  }

  /// The operands of each product.
  private MemorySegment[] parts(MemorySegment whole) {
    var parts = new MemorySegment[product.batch()];
    long bytes = whole.byteSize() / parts.length;
    for (int i = 0; i < parts.length; i++) {
      parts[i] = whole.asSlice(i * bytes, bytes);
    }
    return parts;
  }

  @Override
  public String formula() {
    return formula;
  }

  @Override
  public void run() {
    for (int i = 0; i < left.length; i++) {
      call.run(blas, product, left[i], left[i].get(JAVA_FLOAT, 0), right[i], out[i]);
    }
  }

  @Override
  public float[] output() {
    run();
    return result.toArray(JAVA_FLOAT);
  }

  @Override
  public void close() {
    arena.close();
  }
}
