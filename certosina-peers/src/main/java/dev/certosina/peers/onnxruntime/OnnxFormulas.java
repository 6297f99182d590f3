package dev.certosina.peers.onnxruntime;

import dev.certosina.peers.onnxruntime.OnnxModel.Attributes;
import dev.certosina.peers.operator.Layouts;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.OperatorProblem.Convolution;
import dev.certosina.peers.operator.OperatorProblem.Mean;
import dev.certosina.peers.operator.OperatorProblem.Product;
import dev.certosina.peers.operator.OperatorProblem.Scan;
import dev.certosina.peers.operator.OperatorProblem.TransposedConvolution;
import dev.certosina.peers.operator.OperatorProblem.Variance;
import dev.certosina.peers.operator.SpatialAxis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/// The models that compute a problem. Their inputs are `x` (left) and, where it is no constant, `w`
/// (right), element for element in the order of [OperatorProblem].
final class OnnxFormulas {

  /// @param text the operators, for people
  /// @param model over `x` and perhaps `w`
  /// @param left the shape of `x`
  /// @param right the shape of `w`; empty where the model does not take it
  /// @param leftOrder the order of the problem's axes in `x`; empty for their own
  record Formula(
      String text,
      OnnxModel model,
      List<Integer> left,
      List<Integer> right,
      List<Integer> leftOrder) {
    Formula(String text, OnnxModel model, List<Integer> left, List<Integer> right) {
      this(text, model, left, right, List.of());
    }
  }

  private static final String MEAN_OF_SQUARES = "ReduceMean, Sub, Mul, ReduceMean";
  private static final String SUM_OF_SQUARES = "ReduceMean, Sub, ReduceSumSquare, Mul";

  private static final String PACKED = ", constant weights";

  private OnnxFormulas() {}

  static List<Formula> of(OperatorProblem problem, Operands operands) {
    return switch (problem) {
      case Product product -> products(product, operands.right());
      case Convolution convolution -> convolutions(convolution, operands.right());
      case TransposedConvolution convolution -> List.of(transposed(convolution, operands.right()));
      case Mean(int rows, int columns) -> means(rows, columns);
      case Variance(int rows, int columns) -> variances(rows, columns);
      case Scan scan -> scans(scan);
    };
  }

  private static List<Formula> products(Product p, float[] right) {
    var formulas = new ArrayList<Formula>();
    List<Integer> shape = p.batch() == 1 ? List.of(p.k(), p.n()) : p.rightShape();
    List<Integer> left = p.batch() == 1 ? List.of(p.m(), p.k()) : p.leftShape();
    List<Integer> out = p.batch() == 1 ? List.of(p.m(), p.n()) : p.outShape();
    formulas.add(
        weighted("MatMul", left, shape, out, right, p.constantRight(), List.of(), _ -> {}));
    if (!p.constantRight()) {
      return formulas;
    }
    float[] transposed = Layouts.permute(right, p.rightShape(), List.of(0, 2, 1));
    if (p.batch() == 1) {
      formulas.add(
          weighted(
              "Gemm(transB)",
              left,
              List.of(p.n(), p.k()),
              out,
              transposed,
              true,
              List.of(),
              a -> a.set("transB", 1)));
    } else if (p.m() == 1) {
      formulas.add(
          weighted(
              "Conv 1x1 in groups",
              List.of(1, p.batch() * p.k(), 1),
              List.of(p.batch() * p.n(), p.k(), 1),
              List.of(1, p.batch() * p.n(), 1),
              transposed,
              true,
              List.of(),
              a -> a.set("group", p.batch())));
    }
    return formulas;
  }

  private static List<Formula> convolutions(Convolution c, float[] right) {
    return List.of(
        weighted(
            "Conv",
            c.leftShape(),
            c.rightShape(),
            c.outShape(),
            right,
            c.constantWeights(),
            c.axes(),
            a -> a.set("group", c.groups())));
  }

  private static Formula transposed(TransposedConvolution t, float[] right) {
    return weighted(
        "ConvTranspose",
        t.leftShape(),
        t.rightShape(),
        t.outShape(),
        right,
        true,
        t.axes(),
        _ -> {});
  }

  private static List<Formula> means(int rows, int columns) {
    List<Integer> left = List.of(rows, columns);
    var weights = new float[columns];
    Arrays.fill(weights, 1f / columns);
    OnnxModel pooled =
        new OnnxModel()
            .input("x", List.of(1, rows, columns))
            .output(List.of(1, rows, 1))
            .node("GlobalAveragePool", List.of("x"), OnnxModel.OUTPUT);
    UnaryOperator<OnnxModel> columnMeans =
        model -> model.node("ReduceMean", List.of("x"), OnnxModel.OUTPUT, a -> flat(a, 0));
    return List.of(
        reduction(
            "ReduceMean",
            rows,
            columns,
            model -> model.node("ReduceMean", List.of("x"), OnnxModel.OUTPUT, a -> flat(a, 1))),
        new Formula("GlobalAveragePool", pooled, List.of(1, rows, columns), List.of()),
        weighted(
            "MatMul with 1/n",
            left,
            List.of(columns, 1),
            List.of(rows, 1),
            weights,
            true,
            List.of(),
            _ -> {}),
        byColumns("ReduceMean", rows, columns, columnMeans));
  }

  private static List<Formula> variances(int rows, int columns) {
    return List.of(
        reduction(MEAN_OF_SQUARES, rows, columns, model -> meanOfSquares(model, 1)),
        reduction(SUM_OF_SQUARES, rows, columns, model -> sumOfSquares(model, 1, columns)),
        byColumns(MEAN_OF_SQUARES, rows, columns, model -> meanOfSquares(model, 0)),
        byColumns(SUM_OF_SQUARES, rows, columns, model -> sumOfSquares(model, 0, columns)));
  }

  private static OnnxModel meanOfSquares(OnnxModel model, int axis) {
    return model
        .node("ReduceMean", List.of("x"), "mean", a -> a.set("axes", List.of(axis)))
        .node("Sub", List.of("x", "mean"), "deviation")
        .node("Mul", List.of("deviation", "deviation"), "square")
        .node("ReduceMean", List.of("square"), OnnxModel.OUTPUT, a -> flat(a, axis));
  }

  private static OnnxModel sumOfSquares(OnnxModel model, int axis, int count) {
    return model
        .constant("share", List.of(), 1f / count)
        .node("ReduceMean", List.of("x"), "mean", a -> a.set("axes", List.of(axis)))
        .node("Sub", List.of("x", "mean"), "deviation")
        .node("ReduceSumSquare", List.of("deviation"), "sum", a -> flat(a, axis))
        .node("Mul", List.of("sum", "share"), OnnxModel.OUTPUT);
  }

  private static List<Formula> scans(Scan s) {
    List<Integer> left = s.leftShape();
    var triangle = new float[s.k() * s.n()];
    for (int t = 0; t < s.k(); t++) {
      Arrays.fill(triangle, t * s.n() + Math.min(t, s.n()), (t + 1) * s.n(), 1f);
    }
    OnnxModel running = new OnnxModel().input("x", left).output(s.outShape()).constant("axis", 1);
    String summed = "x";
    if (s.n() > s.k()) {
      running.constant("pads", 0, 0, 0, s.n() - s.k()).node("Pad", List.of("x", "pads"), "padded");
      summed = "padded";
    } else if (s.n() < s.k()) {
      running
          .constant("from", 0)
          .constant("to", s.n())
          .node("Slice", List.of("x", "from", "to", "axis"), "cut");
      summed = "cut";
    }
    running.node("CumSum", List.of(summed, "axis"), OnnxModel.OUTPUT);
    return List.of(
        new Formula("CumSum" + (s.n() == s.k() ? "" : " of " + summed), running, left, List.of()),
        weighted(
            "MatMul with a triangle of ones",
            left,
            List.of(s.k(), s.n()),
            s.outShape(),
            triangle,
            true,
            List.of(),
            _ -> {}));
  }

  /// One operator over `x` and weights; `axes` give the attributes of a convolution.
  private static Formula weighted(
      String text,
      List<Integer> left,
      List<Integer> right,
      List<Integer> out,
      float[] weights,
      boolean constant,
      List<SpatialAxis> axes,
      Consumer<Attributes> attributes) {
    OnnxModel model = new OnnxModel().input("x", left).output(out);
    if (constant) {
      model.constant("w", right, weights);
    } else {
      model.input("w", right);
    }
    String operator = text.split("[ (]")[0];
    model.node(
        operator,
        List.of("x", "w"),
        OnnxModel.OUTPUT,
        a -> {
          if (!axes.isEmpty()) {
            windows(a, axes);
          }
          attributes.accept(a);
        });
    return new Formula(constant ? text + PACKED : text, model, left, constant ? List.of() : right);
  }

  private static Formula reduction(
      String text, int rows, int columns, UnaryOperator<OnnxModel> nodes) {
    List<Integer> left = List.of(rows, columns);
    OnnxModel model = new OnnxModel().input("x", left).output(List.of(rows));
    return new Formula(text, nodes.apply(model), left, List.of());
  }

  /// A reduction whose matrix is stored by columns: an image's channels last.
  private static Formula byColumns(
      String text, int rows, int columns, UnaryOperator<OnnxModel> nodes) {
    List<Integer> left = List.of(columns, rows);
    OnnxModel model = new OnnxModel().input("x", left).output(List.of(rows));
    return new Formula(
        text + ", channels-last", nodes.apply(model), left, List.of(), List.of(1, 0));
  }

  private static void flat(Attributes attributes, int axis) {
    attributes.set("axes", List.of(axis)).set("keepdims", 0);
  }

  private static void windows(Attributes attributes, List<SpatialAxis> axes) {
    var pads = new ArrayList<>(each(axes, SpatialAxis::padding));
    pads.addAll(each(axes, SpatialAxis::padding));
    attributes
        .set("kernel_shape", each(axes, SpatialAxis::kernel))
        .set("strides", each(axes, SpatialAxis::stride))
        .set("dilations", each(axes, SpatialAxis::dilation))
        .set("pads", pads);
  }

  private static List<Integer> each(List<SpatialAxis> axes, ToIntFunction<SpatialAxis> value) {
    return axes.stream().mapToInt(value).boxed().toList();
  }
}
