package dev.certosina.compiler.mapping;

import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import java.util.List;

/// A sum of products seen as `C[batch, m, n] += A[batch, m, k] * B[batch, k, n]`.
///
/// Every parallel axis of the expression is in exactly one of the three lists; accesses are linear
/// addresses (one coordinate, see [dev.certosina.compiler.texpr.pass.LinearizeAccesses]).
///
/// @param expr the expression, f32, with exactly one reduction axis
/// @param a the operand that does not use `n`
/// @param b the operand that does not use any m axis
/// @param batch axes that `b` uses besides `n` and `k`; `a` uses them too, or is the same for all
/// @param m axes that only `a` uses, or neither does
/// @param n the one axis that only `b` uses; neighbours in the output (stride 1)
/// @param k the reduction axis
public record Contraction(
    TensorExpr expr, Load a, Load b, List<Axis> batch, List<Axis> m, Axis n, Axis k) {
  public Contraction {
    batch = List.copyOf(batch);
    m = List.copyOf(m);
  }
}
