package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.graph.WindowArguments;
import dev.certosina.compiler.graph.WindowAxis;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Convolutions and poolings: reductions over the taps of a window, whose input is padded first
/// where windows leave it.
///
/// Axes are `d0` for the batch, `g` and `d1` for groups and their channels, `d2, …` for positions;
/// taps are `t0, …` and the input channels of a group `c`.
final class LowerWindows {
  private static final String GROUP = "g";
  private static final String CHANNEL = "c";
  private static final int LEADING = 2;
  private static final Dim ZERO = Dims.constant(0);
  private static final Dim ONE = Dims.constant(1);

  private LowerWindows() {}

  /// `y[n, g·O + o, p…] = bias[g·O + o] + Σ t…, c: x[n, g·C + c, p·stride + t·dilation - pad…] ·
  /// w[g·O + o, c, t…]`, summed in the order of taps, then channels.
  static void convolution(Lowering lowering, NodeView node) {
    List<WindowAxis> window = WindowArguments.convolution(node);
    ElementType type = lowering.type(node);
    ElementType sumType = Lowering.computeType(type);
    boolean plain = !node.hasInput(2) && sumType == type;
    String output = node.node().output();
    List<Dim> shape = lowering.shape(node);
    // Before the sum, so that what is declared first is written first.
    Function<List<IndexExpr>, Payload> source = padded(lowering, node, window, 0);
    String sum =
        plain
            ? lowering.declareOutput(output)
            : lowering
                .program()
                .declare(output + LowerReductions.suffix(Combiner.SUM), sumType, shape);
    contract(lowering, node, window, source, sum);
    if (plain) {
      return;
    }
    List<IndexExpr> point = View.axes(shape.size());
    Payload result = new Payload.Load(sum, point);
    if (node.hasInput(2)) {
      Payload bias = lowering.element(node.input(2).name(), List.of(point.get(1)));
      result = new Payload.Binary(BinaryOperator.ADD, result, bias);
    }
    lowering.elementwise(output, result);
  }

  private static void contract(
      Lowering lowering,
      NodeView node,
      List<WindowAxis> window,
      Function<List<IndexExpr>, Payload> source,
      String sum) {
    Dim groups = Dims.constant(node.intAttribute("group", 1));
    Dim perGroup = node.shape(1).get(1);
    Dim outputs = Dims.floorDiv(node.shape(1).get(0), groups);
    IndexExpr group = groups.equals(ONE) ? IndexExpr.constant(0) : IndexExpr.axis(GROUP);
    IndexExpr within = outputs.equals(ONE) ? IndexExpr.constant(0) : IndexExpr.axis("d1");
    IndexExpr channel = perGroup.equals(ONE) ? IndexExpr.constant(0) : IndexExpr.axis(CHANNEL);
    IndexExpr outputChannel = group.times(outputs).plus(within);

    List<Axis> axes = new ArrayList<>();
    axes.add(parallel("d0", lowering.shape(node).getFirst()));
    if (!groups.equals(ONE)) {
      axes.add(parallel(GROUP, groups));
    }
    if (!outputs.equals(ONE)) {
      axes.add(parallel("d1", outputs));
    }
    axes.addAll(windowAxes(window));
    if (!perGroup.equals(ONE)) {
      axes.add(new Axis(CHANNEL, perGroup, AxisKind.REDUCTION));
    }
    if (axes.stream().noneMatch(axis -> axis.kind() == AxisKind.REDUCTION)) {
      axes.add(new Axis(CHANNEL, ONE, AxisKind.REDUCTION));
    }
    List<IndexExpr> weights = new ArrayList<>(List.of(outputChannel, channel));
    List<IndexExpr> write = new ArrayList<>(List.of(IndexExpr.axis("d0"), outputChannel));
    for (int i = 0; i < window.size(); i++) {
      weights.add(tap(window, i));
      write.add(position(i));
    }
    Payload product =
        new Payload.Binary(
            BinaryOperator.MULTIPLY,
            source.apply(reads(group.times(perGroup).plus(channel), window)),
            lowering.element(node.input(1).name(), weights));
    lowering.program().compute(sum, axes, write, Combiner.SUM, product);
  }

  static void maxPool(Lowering lowering, NodeView node) {
    List<WindowAxis> window = WindowArguments.pooling(node);
    ElementType type = lowering.type(node);
    Function<List<IndexExpr>, Payload> source =
        padded(lowering, node, window, Double.NEGATIVE_INFINITY);
    if (Lowering.computeType(type) == type) {
      combine(lowering, node, window, source, Combiner.MAX, lowering.declareOutput(output(node)));
    } else {
      Payload largest = intermediate(lowering, node, window, source, Combiner.MAX);
      lowering.elementwise(output(node), largest);
    }
  }

  /// The sum over the window, divided by the number of its positions that count.
  static void averagePool(Lowering lowering, NodeView node) {
    List<WindowAxis> window = WindowArguments.pooling(node);
    boolean countsPadding = node.flag("count_include_pad", false);
    ElementType type = Lowering.computeType(lowering.type(node));
    Function<List<IndexExpr>, Payload> source = padded(lowering, node, window, 0);
    Payload sum = intermediate(lowering, node, window, source, Combiner.SUM);
    Payload count = Literals.of(type, 1);
    for (int i = 0; i < window.size(); i++) {
      count =
          new Payload.Binary(
              BinaryOperator.MULTIPLY, count, count(lowering, node, window, i, countsPadding));
    }
    lowering.elementwise(output(node), new Payload.Binary(BinaryOperator.DIVIDE, sum, count));
  }

  /// How many taps along one axis count at each of its output positions.
  private static Payload count(
      Lowering lowering, NodeView node, List<WindowAxis> window, int i, boolean countsPadding) {
    WindowAxis axis = window.get(i);
    ElementType type = Lowering.computeType(lowering.type(node));
    boolean padded = !axis.begin().equals(ZERO) || !axis.end().equals(ZERO);
    if (axis.excess().equals(ZERO) && (countsPadding || !padded)) {
      return Literals.of(type, (double) axis.taps());
    }
    String tensor =
        lowering.program().declare(output(node) + ".count" + i, type, List.of(axis.output()));
    Dim first = countsPadding ? ZERO : axis.begin();
    Dim end = countsPadding ? axis.padded() : Dims.add(axis.begin(), axis.extent());
    Payload at = new Payload.IndexValue(read(window, i));
    Payload inside =
        new Payload.Binary(
            BinaryOperator.AND,
            new Payload.Binary(
                BinaryOperator.LESS_OR_EQUAL, Literals.ofDim(first, ElementType.INT64), at),
            new Payload.Binary(BinaryOperator.LESS, at, Literals.ofDim(end, ElementType.INT64)));
    lowering
        .program()
        .compute(
            tensor,
            List.of(
                windowAxes(window).get(i),
                new Axis("t" + i, Dims.constant(axis.taps()), AxisKind.REDUCTION)),
            List.of(position(i)),
            Combiner.SUM,
            new Payload.Select(inside, Literals.of(type, 1), Literals.of(type, 0)));
    return new Payload.Load(tensor, List.of(position(i)));
  }

  /// Combines all positions of each channel.
  static OperatorLowering global(Combiner combiner) {
    return (lowering, node) -> {
      ElementType type = Lowering.computeType(lowering.type(node));
      List<Dim> shape = node.shape(0);
      List<Axis> axes = new ArrayList<>(ProgramBuilder.parallelAxes(shape).subList(0, LEADING));
      List<IndexExpr> write = new ArrayList<>(View.axes(LEADING));
      for (int dim = LEADING; dim < shape.size(); dim++) {
        axes.add(new Axis(View.axis(dim), shape.get(dim), AxisKind.REDUCTION));
        write.add(IndexExpr.constant(0));
      }
      String combined =
          lowering
              .program()
              .declare(output(node) + LowerReductions.suffix(combiner), type, lowering.shape(node));
      Payload element = lowering.element(node.input(0).name(), View.axes(shape.size()));
      lowering.program().compute(combined, axes, write, combiner, element);
      Payload result = new Payload.Load(combined, View.axes(shape.size()));
      Payload count = Literals.ofDim(Dims.multiply(shape.subList(LEADING, shape.size())), type);
      lowering.elementwise(
          output(node),
          combiner == Combiner.SUM
              ? new Payload.Binary(BinaryOperator.DIVIDE, result, count)
              : result);
    };
  }

  private static Payload intermediate(
      Lowering lowering,
      NodeView node,
      List<WindowAxis> window,
      Function<List<IndexExpr>, Payload> source,
      Combiner combiner) {
    List<Dim> shape = lowering.shape(node);
    ElementType type = Lowering.computeType(lowering.type(node));
    String tensor =
        lowering.program().declare(output(node) + LowerReductions.suffix(combiner), type, shape);
    combine(lowering, node, window, source, combiner, tensor);
    return new Payload.Load(tensor, View.axes(shape.size()));
  }

  private static void combine(
      Lowering lowering,
      NodeView node,
      List<WindowAxis> window,
      Function<List<IndexExpr>, Payload> source,
      Combiner combiner,
      String tensor) {
    List<Dim> shape = lowering.shape(node);
    List<Axis> axes = new ArrayList<>(ProgramBuilder.parallelAxes(shape).subList(0, LEADING));
    axes.addAll(windowAxes(window));
    if (axes.size() == shape.size()) {
      axes.add(new Axis(CHANNEL, ONE, AxisKind.REDUCTION));
    }
    lowering
        .program()
        .compute(
            tensor,
            axes,
            View.axes(shape.size()),
            combiner,
            source.apply(reads(IndexExpr.axis("d1"), window)));
  }

  /// How to read the node's input at positions of its padded form.
  private static Function<List<IndexExpr>, Payload> padded(
      Lowering lowering, NodeView node, List<WindowAxis> window, double fill) {
    String value = node.input(0).name();
    List<Dim> before = new ArrayList<>(List.of(ZERO, ZERO));
    List<Dim> after = new ArrayList<>(List.of(ZERO, ZERO));
    for (WindowAxis axis : window) {
      before.add(axis.begin());
      after.add(Dims.add(axis.end(), axis.excess()));
    }
    var operand = new PaddedOperand(node.shape(0), before, after);
    if (operand.isPlain()) {
      return position -> lowering.element(value, position);
    }
    ElementType type = lowering.info(value).type();
    ProgramBuilder program = lowering.program();
    String tensor = program.declare(value + ".padded", type, operand.shape());
    operand.writeInside(program, tensor, point -> lowering.storedElement(value, point));
    Payload literal = lowest(type, fill);
    operand.writeMargin(program, tensor, literal);
    ElementType computed = Lowering.computeType(type);
    return position -> {
      Payload load = new Payload.Load(tensor, position);
      return computed == type ? load : new Payload.Convert(computed, load);
    };
  }

  /// `fill` as a literal; the lowest value of an integer type where it is infinite.
  private static Payload lowest(ElementType type, double fill) {
    if (type.isInteger() && Double.isInfinite(fill)) {
      return new Payload.IntConstant(type, IntegerMath.smallest(type));
    }
    return Lowering.narrow(Literals.of(Lowering.computeType(type), fill), type);
  }

  /// The output's position axes, then the taps; taps of extent 1 are left out.
  private static List<Axis> windowAxes(List<WindowAxis> window) {
    List<Axis> axes = new ArrayList<>();
    for (int i = 0; i < window.size(); i++) {
      axes.add(parallel(View.axis(LEADING + i), window.get(i).output()));
    }
    for (int i = 0; i < window.size(); i++) {
      long taps = window.get(i).taps();
      if (taps > 1) {
        axes.add(new Axis("t" + i, Dims.constant(taps), AxisKind.REDUCTION));
      }
    }
    return axes;
  }

  private static List<IndexExpr> reads(IndexExpr channel, List<WindowAxis> window) {
    List<IndexExpr> position = new ArrayList<>(List.of(IndexExpr.axis("d0"), channel));
    for (int i = 0; i < window.size(); i++) {
      position.add(
          position(i)
              .times(Dims.constant(window.get(i).stride()))
              .plus(tap(window, i).times(Dims.constant(window.get(i).dilation()))));
    }
    return position;
  }

  /// The position in the padded input along one axis, with a tap axis of any extent.
  private static IndexExpr read(List<WindowAxis> window, int i) {
    return position(i)
        .times(Dims.constant(window.get(i).stride()))
        .plus(IndexExpr.axis("t" + i).times(Dims.constant(window.get(i).dilation())));
  }

  private static IndexExpr position(int i) {
    return IndexExpr.axis(View.axis(LEADING + i));
  }

  private static IndexExpr tap(List<WindowAxis> window, int i) {
    return window.get(i).taps() == 1 ? IndexExpr.constant(0) : IndexExpr.axis("t" + i);
  }

  private static Axis parallel(String name, Dim extent) {
    return new Axis(name, extent, AxisKind.PARALLEL);
  }

  private static String output(NodeView node) {
    return node.node().output();
  }
}
