package dev.certosina.peers.onednn;

import static dev.certosina.peers.onednn.Descriptions.plain;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SRC;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SRC_0;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SRC_1;

import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorProblem.Product;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bytedeco.dnnl.binary;
import org.bytedeco.dnnl.global.dnnl.algorithm;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.post_ops;
import org.bytedeco.dnnl.primitive_attr;
import org.bytedeco.dnnl.reduction;

/// Means and variances of rows: `reduction`, `binary`, and `matmul` with a column of 1/n.
final class ReductionPrimitives {
  private static final float SQUARE = 2;

  private final Attempts attempts;

  ReductionPrimitives(Attempts attempts) {
    this.attempts = attempts;
  }

  void addMean(int rows, int columns, Operands operands) {
    attempts.attempt(
        "reduction_mean",
        chain -> {
          memory in = input(chain, rows, columns, operands);
          chain.result(reduce(chain, algorithm.reduction_mean, in, rows, columns, 0, 1));
        });
    var weights = new float[columns];
    Arrays.fill(weights, 1f / columns);
    attempts.attempt(
        "matmul with 1/n",
        chain ->
            ProductPrimitives.matmul(
                chain, new Product(1, rows, 1, columns, true), operands.left(), weights));
  }

  void addVariance(int rows, int columns, Operands operands) {
    attempts.attempt(
        "reduction_mean, binary_sub, reduction of squares",
        chain -> {
          memory in = input(chain, rows, columns, operands);
          memory mean = reduce(chain, algorithm.reduction_mean, in, rows, columns, 0, 1);
          memory deviation = subtract(chain, in, mean, rows, columns, false);
          chain.result(
              reduce(
                  chain,
                  algorithm.reduction_norm_lp_power_p_sum,
                  deviation,
                  rows,
                  columns,
                  SQUARE,
                  1f / columns));
        });
    attempts.attempt(
        "reduction_mean, binary_sub squared, reduction_mean",
        chain -> {
          memory in = input(chain, rows, columns, operands);
          memory mean = reduce(chain, algorithm.reduction_mean, in, rows, columns, 0, 1);
          memory square = subtract(chain, in, mean, rows, columns, true);
          chain.result(reduce(chain, algorithm.reduction_mean, square, rows, columns, 0, 1));
        });
  }

  private static memory input(PrimitiveChain chain, int rows, int columns, Operands operands) {
    memory.desc source = plain(List.of(rows, columns));
    return chain.filled(source, operands.left(), source);
  }

  /// @param scale what each result is multiplied with
  private static memory reduce(
      PrimitiveChain chain,
      algorithm kind,
      memory in,
      int rows,
      int columns,
      float power,
      float scale) {
    memory.desc source = plain(List.of(rows, columns));
    memory.desc target = plain(List.of(rows, 1));
    primitive_attr attributes = chain.own(new primitive_attr());
    if (scale != 1) {
      post_ops after = chain.own(new post_ops());
      after.append_eltwise(algorithm.eltwise_linear, scale, 0);
      attributes.set_post_ops(after);
    }
    var description =
        new reduction.primitive_desc(
            chain.processor(), kind, chain.own(source), target, power, 0, attributes, false);
    memory out = chain.empty(target);
    chain.step(
        description, new reduction(description), Map.of(DNNL_ARG_SRC, in, DNNL_ARG_DST, out));
    return out;
  }

  private static memory subtract(
      PrimitiveChain chain, memory in, memory mean, int rows, int columns, boolean squared) {
    memory.desc whole = plain(List.of(rows, columns));
    memory.desc column = chain.own(plain(List.of(rows, 1)));
    primitive_attr attributes = chain.own(new primitive_attr());
    if (squared) {
      post_ops after = chain.own(new post_ops());
      after.append_eltwise(algorithm.eltwise_square, 0, 0);
      attributes.set_post_ops(after);
    }
    var description =
        new binary.primitive_desc(
            chain.processor(), algorithm.binary_sub, whole, column, whole, attributes, false);
    memory out = chain.empty(whole);
    chain.step(
        description,
        new binary(description),
        Map.of(DNNL_ARG_SRC_0, in, DNNL_ARG_SRC_1, mean, DNNL_ARG_DST, out));
    return out;
  }
}
