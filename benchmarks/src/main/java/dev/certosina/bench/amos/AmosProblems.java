package dev.certosina.bench.amos;

import dev.certosina.ModelException;
import dev.certosina.bench.ours.OperandView;
import dev.certosina.bench.ours.OperatorBinding;
import dev.certosina.compiler.mapping.operators.Layout;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.peers.operator.Layouts;
import dev.certosina.peers.operator.OperatorProblem.Convolution;
import dev.certosina.peers.operator.OperatorProblem.Mean;
import dev.certosina.peers.operator.OperatorProblem.Product;
import dev.certosina.peers.operator.OperatorProblem.Scan;
import dev.certosina.peers.operator.OperatorProblem.TransposedConvolution;
import dev.certosina.peers.operator.OperatorProblem.Variance;
import dev.certosina.peers.operator.SpatialAxis;
import java.util.ArrayList;
import java.util.List;

/// What the fifteen operators are to the peers: batch 1, and our images channels-last, but for
/// means and variances of each channel.
final class AmosProblems {
  /// Elements of each vector that a filter of `cap` gives.
  private static final int VECTOR = 8;

  private final Configuration configuration;

  private AmosProblems(Configuration configuration) {
    this.configuration = configuration;
  }

  static OperatorBinding of(Operator operator, Configuration configuration) {
    var problems = new AmosProblems(configuration);
    return switch (operator.name()) {
      case "gmv" -> problems.matrixVector();
      case "gmm" -> problems.matrixProduct();
      case "c1d" -> problems.convolution(List.of(problems.axis("L")));
      case "c2d", "dil" -> problems.convolution(problems.plane());
      case "bcv" -> problems.convolutionWithWeightsOfItsOwn();
      case "c3d" -> problems.volume();
      case "t2d" -> problems.transposed();
      case "grp" -> problems.grouped();
      case "dep" -> problems.depthwise();
      case "cap" -> problems.vectors();
      case "gfc" -> problems.groupedProduct();
      case "men" -> problems.mean();
      case "var" -> problems.variance();
      case "scn" -> problems.scan();
      default -> throw new ModelException("operator '%s' has no peers".formatted(operator.name()));
    };
  }

  /// How peers compute an operator, where its name does not say it.
  static String asked(String operator) {
    return switch (operator) {
      case "gmv" -> "product of a row with a constant matrix, or of the matrix with a column";
      case "cap" -> "one convolution with 8 filters for each vector of 8";
      case "bcv" -> "convolution at batch 1, its weights given anew in every call";
      case "gfc" -> "one product for each group; of elements where a group has one input";
      case "t2d" -> "transposed convolution of the unexpanded input";
      case "men" -> "mean of each channel";
      case "var" -> "variance of each channel, from differences to its mean";
      case "scn" -> "running sums, or a product with a triangle of ones";
      default -> "";
    };
  }

  private int size(String parameter) {
    Long size = configuration.sizes().get(parameter);
    return size == null ? 1 : Math.toIntExact(size);
  }

  /// Every axis but the depth has the sizes of the same names.
  private SpatialAxis axis(String extent) {
    int dilation = size("dilation");
    return new SpatialAxis(size(extent), size("R"), size("stride"), padding("pad"), dilation);
  }

  private int padding(String parameter) {
    return Math.toIntExact(configuration.sizes().getOrDefault(parameter, 0L));
  }

  private List<SpatialAxis> plane() {
    return List.of(axis("H"), axis("H"));
  }

  private OperatorBinding matrixVector() {
    var problem = new Product(1, 1, size("M"), size("K"), true);
    return new OperatorBinding(
        problem,
        OperandView.same("B", problem.leftShape()),
        new OperandView("A", problem.rightShape(), List.of(0, 2, 1)),
        OperandView.same("C", problem.outShape()));
  }

  private OperatorBinding matrixProduct() {
    var problem = new Product(1, size("M"), size("N"), size("K"), true);
    return new OperatorBinding(
        problem,
        OperandView.same("A", problem.leftShape()),
        OperandView.same("B", problem.rightShape()),
        OperandView.same("C", problem.outShape()));
  }

  private OperatorBinding groupedProduct() {
    int groups = size("groups");
    var problem = new Product(groups, 1, size("O") / groups, size("I") / groups, true);
    return new OperatorBinding(
        problem,
        OperandView.same("I", problem.leftShape()),
        OperandView.same("W", problem.rightShape()),
        OperandView.same("O", problem.outShape()));
  }

  private OperatorBinding convolution(List<SpatialAxis> axes) {
    return convolution(new Convolution(1, size("C"), size("K"), 1, true, axes));
  }

  private OperatorBinding convolutionWithWeightsOfItsOwn() {
    return convolution(new Convolution(1, size("C"), size("K"), 1, false, plane()));
  }

  private OperatorBinding volume() {
    var depth = new SpatialAxis(size("D"), size("KD"), size("strideD"), padding("padD"), 1);
    return convolution(List.of(depth, axis("H"), axis("H")));
  }

  /// Weights `[taps…, c, k]`.
  private static OperatorBinding convolution(Convolution problem) {
    List<Integer> shape = problem.rightShape();
    var order = new ArrayList<Integer>();
    for (int axis = 2; axis < shape.size(); axis++) {
      order.add(axis);
    }
    order.addAll(List.of(1, 0));
    return images(problem, new OperandView("W", shape, order));
  }

  /// Weights `[g, r, s, c, k]`.
  private OperatorBinding grouped() {
    int groups = size("groups");
    var problem = new Convolution(1, size("C"), size("K"), groups, true, plane());
    int taps = size("R");
    var shape = List.of(groups, size("K") / groups, size("C") / groups, taps, taps);
    return images(problem, new OperandView("W", shape, List.of(0, 3, 4, 2, 1)));
  }

  /// Weights `[r, s, c, m]`.
  private OperatorBinding depthwise() {
    int channels = size("C");
    var problem = new Convolution(1, channels, size("K"), channels, true, plane());
    var shape = List.of(channels, size("K") / channels, size("R"), size("R"));
    return images(problem, new OperandView("W", shape, List.of(2, 3, 0, 1)));
  }

  /// Weights `[r, s, c, k, v]`: to the peers, eight times as many filters.
  private OperatorBinding vectors() {
    var problem = new Convolution(1, size("C"), VECTOR * size("K"), 1, true, plane());
    var shape = List.of(size("K"), VECTOR, size("C"), size("R"), size("R"));
    return images(problem, new OperandView("W", shape, List.of(3, 4, 2, 0, 1)));
  }

  private static OperatorBinding images(Convolution problem, OperandView weights) {
    return new OperatorBinding(
        problem,
        channelsLast("I", problem.leftShape()),
        weights,
        channelsLast("O", problem.outShape()));
  }

  /// AMOS's `K` counts input channels and `C` output channels. Weights `[r, s, c, k]`.
  private OperatorBinding transposed() {
    var problem = new TransposedConvolution(1, size("K"), size("C"), plane());
    return new OperatorBinding(
        problem,
        channelsLast("I", problem.leftShape()),
        new OperandView("W", problem.rightShape(), List.of(2, 3, 0, 1)),
        channelsLast("O", problem.outShape()));
  }

  /// Channels first: the sums run along rows.
  private OperatorBinding mean() {
    var problem = new Mean(size("C"), size("H") * size("H"));
    return new OperatorBinding(
        problem,
        Layout.CHANNELS_FIRST,
        OperandView.same("I", problem.leftShape()),
        OperandView.none(),
        OperandView.same("O", problem.outShape()));
  }

  /// Channels first, as [#mean].
  private OperatorBinding variance() {
    var problem = new Variance(size("C"), size("H") * size("H"));
    return new OperatorBinding(
        problem,
        Layout.CHANNELS_FIRST,
        OperandView.same("I", problem.leftShape()),
        OperandView.none(),
        OperandView.same("O", problem.outShape()));
  }

  private OperatorBinding scan() {
    var problem = new Scan(size("M"), size("N"), size("K"));
    return new OperatorBinding(
        problem,
        OperandView.same("A", problem.leftShape()),
        OperandView.none(),
        OperandView.same("C", problem.outShape()));
  }

  private static OperandView channelsLast(String tensor, List<Integer> shape) {
    return new OperandView(tensor, shape, Layouts.channelsLast(shape.size()));
  }
}
