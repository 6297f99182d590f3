package dev.certosina.peers.openblas;

import dev.certosina.peers.operator.OperatorProblem.Product;
import java.lang.foreign.MemorySegment;

/// The routine that computes one product of a batch.
enum BlasCall {
  GEMM,
  /// With the right operand stored `[n, k]`.
  GEMM_TURNED,
  /// For one row.
  GEMV,
  /// For one row, with the right operand stored `[n, k]`.
  GEMV_TURNED,
  /// For one row and one summand.
  SCALE;

  /// @param factor the left operand's first element
  void run(
      OpenBlas blas,
      Product p,
      MemorySegment left,
      float factor,
      MemorySegment right,
      MemorySegment out) {
    switch (this) {
      case GEMM -> blas.gemm(p.m(), p.n(), p.k(), left, right, false, out);
      case GEMM_TURNED -> blas.gemm(p.m(), p.n(), p.k(), left, right, true, out);
      case GEMV -> blas.gemv(p.n(), p.k(), left, right, false, out);
      case GEMV_TURNED -> blas.gemv(p.n(), p.k(), left, right, true, out);
      case SCALE -> blas.scale(p.n(), factor, right, out);
    }
  }
}
