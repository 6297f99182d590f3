package dev.certosina.peers.pytorch;

import static dev.certosina.peers.pytorch.ScriptFormula.Array.plain;

import dev.certosina.peers.operator.Layouts;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.OperatorProblem.Convolution;
import dev.certosina.peers.operator.OperatorProblem.Mean;
import dev.certosina.peers.operator.OperatorProblem.Product;
import dev.certosina.peers.operator.OperatorProblem.Scan;
import dev.certosina.peers.operator.OperatorProblem.TransposedConvolution;
import dev.certosina.peers.operator.OperatorProblem.Variance;
import dev.certosina.peers.pytorch.ScriptFormula.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// The ways of computing a problem in TorchScript.
final class ScriptFormulas {
  private static final Array NONE = plain(new float[] {0}, List.of(1));

  private ScriptFormulas() {}

  static List<ScriptFormula> of(OperatorProblem problem, Operands operands) {
    return switch (problem) {
      case Product product -> products(product, operands);
      case Convolution convolution -> ConvolutionScripts.of(convolution, operands);
      case TransposedConvolution convolution -> ConvolutionScripts.of(convolution, operands);
      case Mean(int rows, int columns) -> means(rows, columns, operands.left());
      case Variance(int rows, int columns) -> variances(rows, columns, operands.left());
      case Scan scan -> scans(scan, operands.left());
    };
  }

  private static List<ScriptFormula> products(Product p, Operands operands) {
    if (p.batch() == 1) {
      Array left = plain(operands.left(), List.of(p.m(), p.k()));
      Array right = plain(operands.right(), List.of(p.k(), p.n()));
      return flatProducts(p, left, right);
    }
    return batchedProducts(p, operands);
  }

  /// Products in a batch; with one summand each they are no sums, but products of elements.
  private static List<ScriptFormula> batchedProducts(Product p, Operands operands) {
    Array left = plain(operands.left(), p.leftShape());
    Array right = plain(operands.right(), p.rightShape());
    var formulas = new ArrayList<ScriptFormula>();
    formulas.add(ScriptFormula.of("bmm", "torch.bmm(x, w)", left, right));
    formulas.add(
        ScriptFormula.of(
            "bmm, weights by columns",
            "torch.bmm(x, w)",
            left,
            new Array(operands.right(), p.rightShape(), List.of(0, 2, 1))));
    if (p.k() == 1) {
      formulas.add(ScriptFormula.of("mul with broadcast", "torch.mul(x, w)", left, right));
    }
    return formulas;
  }

  /// Products of two matrices.
  private static List<ScriptFormula> flatProducts(Product p, Array left, Array right) {
    var formulas = new ArrayList<ScriptFormula>();
    formulas.add(ScriptFormula.of("matmul", "torch.matmul(x, w)", left, right));
    if (!p.constantRight()) {
      return formulas;
    }
    Array columns = plain(transposed(p, right.elements()), List.of(p.n(), p.k()));
    if (p.m() == 1) {
      Array vector = plain(left.elements(), List.of(p.k()));
      formulas.add(ScriptFormula.of("mv", "torch.mv(w, x)", vector, columns));
      Array byColumns = new Array(columns.elements(), columns.shape(), List.of(1, 0));
      formulas.add(ScriptFormula.of("mv, weights by columns", "torch.mv(w, x)", vector, byColumns));
    }
    ScriptFormula linear = ScriptFormula.of("linear", "torch.linear(x, w)", left, columns);
    formulas.add(linear);
    formulas.add(
        linear.packed(
            "packed by MKL",
            "ops.mkl._mkl_reorder_linear_weight(g, %d)".formatted(p.m()),
            "ops.mkl._mkl_linear(x, w, g, None, %d)".formatted(p.m())));
    formulas.add(
        linear.packed(
            "packed by oneDNN",
            "ops.mkldnn._reorder_linear_weight(g, %d)".formatted(p.m()),
            "ops.mkldnn._linear_pointwise(x, w, None, \"none\", %s, \"\")"
                .formatted(ConvolutionScripts.NO_SCALARS)));
    return formulas;
  }

  private static List<ScriptFormula> means(int rows, int columns, float[] elements) {
    var weights = new float[columns];
    Arrays.fill(weights, 1f / columns);
    Array column = plain(weights, List.of(columns));
    return inBothLayouts(
        elements,
        List.of(rows, columns),
        left -> ScriptFormula.of("mean", "torch.mean(x, [1])", left, NONE),
        left -> ScriptFormula.of("mv with 1/n", "torch.mv(x, w)", left, column));
  }

  private static List<ScriptFormula> variances(int rows, int columns, float[] elements) {
    return inBothLayouts(
        elements,
        List.of(rows, columns),
        left -> ScriptFormula.of("var", "torch.var(x, [1], False)", left, NONE),
        left ->
            ScriptFormula.of(
                "mean, sub, square, mean",
                "torch.mean(torch.square(torch.sub(x, torch.mean(x, [1], True))), [1])",
                left,
                NONE));
  }

  /// Each formula over a matrix that is stored by rows, and over one that is stored by columns: an
  /// image's channels first or last.
  @SafeVarargs
  private static List<ScriptFormula> inBothLayouts(
      float[] elements, List<Integer> shape, Function<Array, ScriptFormula>... formulas) {
    var both = new ArrayList<ScriptFormula>();
    for (Function<Array, ScriptFormula> formula : formulas) {
      both.add(formula.apply(plain(elements, shape)));
      ScriptFormula last = formula.apply(new Array(elements, shape, List.of(1, 0)));
      both.add(last.named(last.text() + ", channels-last"));
    }
    return both;
  }

  private static List<ScriptFormula> scans(Scan s, float[] elements) {
    Array left = plain(elements, s.leftShape());
    String summed = "x";
    if (s.n() > s.k()) {
      summed = "torch.constant_pad_nd(x, [0, %d], 0)".formatted(s.n() - s.k());
    } else if (s.n() < s.k()) {
      summed = "torch.slice(x, 1, 0, %d)".formatted(s.n());
    }
    var formulas = new ArrayList<ScriptFormula>();
    formulas.add(ScriptFormula.of("cumsum", "torch.cumsum(%s, 1)".formatted(summed), left, NONE));
    Array byColumns = new Array(elements, s.leftShape(), List.of(1, 0));
    formulas.add(
        ScriptFormula.of(
            "cumsum, stored by columns", "torch.cumsum(%s, 1)".formatted(summed), byColumns, NONE));
    var triangle = new float[s.k() * s.n()];
    for (int row = 0; row < s.k(); row++) {
      Arrays.fill(triangle, row * s.n() + Math.min(row, s.n()), (row + 1) * s.n(), 1f);
    }
    var product = new Product(1, s.m(), s.n(), s.k(), true);
    for (ScriptFormula formula :
        flatProducts(product, left, plain(triangle, List.of(s.k(), s.n())))) {
      formulas.add(formula.named(formula.text() + " with a triangle of ones"));
    }
    return formulas;
  }

  private static float[] transposed(Product p, float[] right) {
    return Layouts.permute(right, p.rightShape(), List.of(0, 2, 1));
  }
}
