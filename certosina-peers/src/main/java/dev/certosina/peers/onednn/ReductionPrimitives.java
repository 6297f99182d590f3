package dev.certosina.peers.onednn;

import static dev.certosina.peers.onednn.Descriptions.ordered;
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

  /// Rows that lie one after another, or side by side: an image's channels first or last.
  private record Layout(String suffix, List<Integer> order) {
    memory.desc describe(int rows, int columns) {
      return ordered(List.of(rows, columns), order);
    }
  }

  private static final List<Layout> LAYOUTS =
      List.of(new Layout("", List.of(0, 1)), new Layout(", channels-last", List.of(1, 0)));

  void addMean(int rows, int columns, Operands operands) {
    var weights = new float[columns];
    Arrays.fill(weights, 1f / columns);
    for (Layout layout : LAYOUTS) {
      attempts.attempt(
          "reduction_mean" + layout.suffix,
          chain -> {
            memory in = input(chain, layout, rows, columns, operands);
            chain.result(mean(chain, in, rows));
          });
    }
    attempts.attempt(
        "matmul with 1/n",
        chain ->
            ProductPrimitives.matmul(
                chain, new Product(1, rows, 1, columns, true), operands.left(), weights));
  }

  void addVariance(int rows, int columns, Operands operands) {
    for (Layout layout : LAYOUTS) {
      attempts.attempt(
          "reduction_mean, binary_sub, reduction of squares" + layout.suffix,
          chain -> {
            memory in = input(chain, layout, rows, columns, operands);
            memory deviation = subtract(chain, in, mean(chain, in, rows), rows, false);
            var kind = algorithm.reduction_norm_lp_power_p_sum;
            chain.result(reduce(chain, kind, deviation, rows, SQUARE, 1f / columns));
          });
      attempts.attempt(
          "reduction_mean, binary_sub squared, reduction_mean" + layout.suffix,
          chain -> {
            memory in = input(chain, layout, rows, columns, operands);
            memory square = subtract(chain, in, mean(chain, in, rows), rows, true);
            chain.result(mean(chain, square, rows));
          });
    }
  }

  private static memory input(
      PrimitiveChain chain, Layout layout, int rows, int columns, Operands operands) {
    return chain.filled(
        plain(List.of(rows, columns)), operands.left(), layout.describe(rows, columns));
  }

  private static memory mean(PrimitiveChain chain, memory in, int rows) {
    return reduce(chain, algorithm.reduction_mean, in, rows, 0, 1);
  }

  /// @param scale what each result is multiplied with
  private static memory reduce(
      PrimitiveChain chain, algorithm kind, memory in, int rows, float power, float scale) {
    memory.desc target = plain(List.of(rows, 1));
    primitive_attr attributes = chain.own(new primitive_attr());
    if (scale != 1) {
      post_ops after = chain.own(new post_ops());
      after.append_eltwise(algorithm.eltwise_linear, scale, 0);
      attributes.set_post_ops(after);
    }
    var description =
        new reduction.primitive_desc(
            chain.processor(), kind, in.get_desc(), target, power, 0, attributes, false);
    memory out = chain.empty(target);
    chain.step(
        description, new reduction(description), Map.of(DNNL_ARG_SRC, in, DNNL_ARG_DST, out));
    return out;
  }

  private static memory subtract(
      PrimitiveChain chain, memory in, memory mean, int rows, boolean squared) {
    memory.desc whole = in.get_desc();
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
