package dev.certosina.peers.onednn;

import static dev.certosina.peers.onednn.Descriptions.any;
import static dev.certosina.peers.onednn.Descriptions.plain;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SRC;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_WEIGHTS;

import dev.certosina.peers.operator.Layouts;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorProblem.Convolution;
import dev.certosina.peers.operator.OperatorProblem.Product;
import dev.certosina.peers.operator.OperatorProblem.Scan;
import dev.certosina.peers.operator.SpatialAxis;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bytedeco.dnnl.global.dnnl.prop_kind;
import org.bytedeco.dnnl.inner_product_forward;
import org.bytedeco.dnnl.matmul;
import org.bytedeco.dnnl.memory;

/// Matrix products: `matmul`, `inner_product`, and a grouped 1x1 `convolution` for a batch of rows.
final class ProductPrimitives {
  private final Attempts attempts;

  ProductPrimitives(Attempts attempts) {
    this.attempts = attempts;
  }

  void add(Product product, Operands operands) {
    attempts.attempt("matmul", chain -> matmul(chain, product, operands.left(), operands.right()));
    if (product.constantRight() && product.batch() == 1) {
      attempts.attempt(
          "inner_product",
          chain -> innerProduct(chain, product, operands.left(), operands.right()));
    }
    if (product.constantRight() && product.batch() > 1 && product.m() == 1) {
      new ConvolutionPrimitives(attempts)
          .add(pointwise(product), new Operands(operands.left(), transposed(product, operands)));
    }
  }

  /// Running sums as a product with a triangle of ones.
  void add(Scan scan, Operands operands) {
    var triangle = new float[scan.k() * scan.n()];
    for (int row = 0; row < scan.k(); row++) {
      int from = row * scan.n() + Math.min(row, scan.n());
      Arrays.fill(triangle, from, (row + 1) * scan.n(), 1f);
    }
    var product = new Product(1, scan.m(), scan.n(), scan.k(), true);
    attempts.attempt(
        "matmul with a triangle of ones",
        chain -> matmul(chain, product, operands.left(), triangle));
  }

  static void matmul(PrimitiveChain chain, Product p, float[] left, float[] right) {
    boolean flat = p.batch() == 1;
    memory.desc source = plain(flat ? List.of(p.m(), p.k()) : p.leftShape());
    List<Integer> weightShape = flat ? List.of(p.k(), p.n()) : p.rightShape();
    memory.desc target = plain(flat ? List.of(p.m(), p.n()) : List.of(p.batch(), p.m(), p.n()));
    memory.desc asked = p.constantRight() ? any(weightShape) : plain(weightShape);
    var description = new matmul.primitive_desc(chain.processor(), source, asked, target);
    memory out = chain.empty(target);
    chain.step(
        description,
        new matmul(description),
        Map.of(
            DNNL_ARG_SRC,
            chain.filled(source, left, source),
            DNNL_ARG_WEIGHTS,
            chain.filled(plain(weightShape), right, description.weights_desc()),
            DNNL_ARG_DST,
            out));
    chain.result(out);
  }

  private static void innerProduct(PrimitiveChain chain, Product p, float[] left, float[] right) {
    memory.desc source = plain(List.of(p.m(), p.k()));
    memory.desc target = plain(List.of(p.m(), p.n()));
    List<Integer> weightShape = List.of(p.n(), p.k());
    var description =
        new inner_product_forward.primitive_desc(
            chain.processor(), prop_kind.forward_inference, source, any(weightShape), target);
    memory out = chain.empty(target);
    // The weights as they are, [k, n], are the transpose of what the primitive names [n, k].
    memory.desc given = Descriptions.ordered(weightShape, List.of(1, 0));
    chain.step(
        description,
        new inner_product_forward(description),
        Map.of(
            DNNL_ARG_SRC,
            chain.filled(source, left, source),
            DNNL_ARG_WEIGHTS,
            chain.filled(given, right, description.weights_desc()),
            DNNL_ARG_DST,
            out));
    chain.result(out);
  }

  private static Convolution pointwise(Product p) {
    var unit = new SpatialAxis(1, 1, 1, 0, 1);
    return new Convolution(
        1, p.batch() * p.k(), p.batch() * p.n(), p.batch(), true, List.of(unit, unit));
  }

  private static float[] transposed(Product product, Operands operands) {
    return Layouts.permute(operands.right(), product.rightShape(), List.of(0, 2, 1));
  }
}
