package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.AxisArguments;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.graph.SliceArguments;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Operators that only rearrange: their results are views, and copies where nothing else works.
final class LowerViews {
  private LowerViews() {}

  static void identity(Lowering lowering, NodeView node) {
    view(lowering, node, lowering.shape(node), View.axes(node.rank(0)));
  }

  /// Nothing is dropped, and the mask says so.
  static void dropout(Lowering lowering, NodeView node) {
    identity(lowering, node);
    for (String mask : node.node().outputs().stream().skip(1).filter(n -> !n.isEmpty()).toList()) {
      ElementType type = Lowering.computeType(lowering.info(mask).type());
      lowering.defineScalar(mask, Literals.of(type, 1));
    }
  }

  static void transpose(Lowering lowering, NodeView node) {
    List<Integer> permutation = AxisArguments.permutation(node);
    IndexExpr[] position = new IndexExpr[permutation.size()];
    for (int dim = 0; dim < position.length; dim++) {
      position[permutation.get(dim)] = IndexExpr.axis(View.axis(dim));
    }
    view(lowering, node, lowering.shape(node), Arrays.asList(position));
  }

  static void unsqueeze(Lowering lowering, NodeView node) {
    if (AxisArguments.unsqueezedAtRunTime(node).isPresent()) {
      reshape(lowering, node);
      return;
    }
    List<Integer> inserted = AxisArguments.unsqueezed(node);
    List<IndexExpr> position = new ArrayList<>();
    List<Dim> shape = lowering.shape(node);
    for (int dim = 0; dim < shape.size(); dim++) {
      if (!inserted.contains(dim)) {
        position.add(IndexExpr.axis(View.axis(dim)));
      }
    }
    view(lowering, node, shape, position);
  }

  static void squeeze(Lowering lowering, NodeView node) {
    if (AxisArguments.squeezedAtRunTime(node).isPresent()) {
      reshape(lowering, node);
      return;
    }
    List<Integer> removed = squeezed(node);
    List<IndexExpr> position = new ArrayList<>();
    int kept = 0;
    for (int dim = 0; dim < node.rank(0); dim++) {
      position.add(
          removed.contains(dim) ? IndexExpr.constant(0) : IndexExpr.axis(View.axis(kept++)));
    }
    view(lowering, node, lowering.shape(node), position);
  }

  /// The dims that go: those named, else all of extent 1.
  private static List<Integer> squeezed(NodeView node) {
    List<Dim> shape = node.shape(0);
    Optional<List<Long>> axes =
        node.hasInput(1)
            ? Optional.of(node.constantContents(1, "axes"))
            : node.intsAttribute("axes");
    return axes.map(named -> node.axes(named, shape.size()))
        .orElseGet(() ->
            IntStream.range(0, shape.size())
                .filter(dim -> shape.get(dim).equals(Dims.constant(1)))
                .boxed()
                .toList());
  }

  static void expand(Lowering lowering, NodeView node) {
    List<Dim> from = node.shape(0);
    List<Dim> shape = lowering.shape(node);
    view(lowering, node, shape, Broadcasting.position(from, shape, View.axes(shape.size())));
  }

  static void slice(Lowering lowering, NodeView node) {
    List<SliceArguments> slices = SliceArguments.of(node);
    List<IndexExpr> position = new ArrayList<>();
    for (int dim = 0; dim < slices.size(); dim++) {
      SliceArguments slice = slices.get(dim);
      IndexExpr steps = IndexExpr.axis(View.axis(dim)).times(slice.step());
      position.add(steps.plus(slice.start()));
    }
    view(lowering, node, lowering.shape(node), position);
  }

  /// Every output is a range of the input along one axis.
  static void split(Lowering lowering, NodeView node) {
    int axis = AxisArguments.split(node);
    Dim offset = Dims.constant(0);
    for (int part = 0; part < node.node().outputs().size(); part++) {
      String output = node.node().outputs().get(part);
      if (!output.isEmpty()) {
        List<Dim> shape = lowering.info(output).shape();
        List<IndexExpr> position = new ArrayList<>(View.axes(shape.size()));
        position.set(axis, position.get(axis).plus(offset));
        view(lowering, node.input(0).name(), output, shape, position);
      }
      offset = Dims.add(offset, partExtent(lowering, node, axis, part));
    }
  }

  private static Dim partExtent(Lowering lowering, NodeView node, int axis, int part) {
    List<String> outputs = node.node().outputs();
    if (!outputs.get(part).isEmpty()) {
      return lowering.info(outputs.get(part)).shape().get(axis);
    }
    if (node.hasInput(1)) {
      return node.knownContents(1, "split").get(part);
    }
    return node.intsAttribute("split")
        .map(extents -> Dims.constant(extents.get(part)))
        .orElseGet(() -> Dims.ceilDiv(node.shape(0).get(axis), Dims.constant(outputs.size())));
  }

  /// The same elements in the same order: an alias where they lie together, a linear form where
  /// dims are split, another order of the producer's tensor where nobody else has seen it, and a
  /// copy otherwise.
  static void reshape(Lowering lowering, NodeView node) {
    String input = node.input(0).name();
    String output = node.node().output();
    Optional<Payload> scalar = lowering.scalar(input);
    if (scalar.isPresent()) {
      lowering.defineScalar(output, scalar.get());
      return;
    }
    List<Dim> shape = lowering.info(output).shape();
    View view = lowering.view(input);
    Tensor root = lowering.program().tensor(view.root());
    if (!view.isWhole(root.shape())) {
      Optional<View> linear = view.reshaped(shape);
      if (linear.isPresent()) {
        lowering.defineView(output, linear.get());
        return;
      }
      view =
          reordered(lowering, input, view)
              .orElseGet(() -> lowering.contiguous(lowering.view(input), output + ".copy"));
    }
    String alias = lowering.program().alias(output, view.root(), shape);
    lowering.defineView(output, View.of(lowering.program().tensor(alias)));
  }

  /// Stores the root of `view` in the view's order, if only this reader will ever see it.
  private static Optional<View> reordered(Lowering lowering, String value, View view) {
    ProgramBuilder program = lowering.program();
    Optional<List<Integer>> order = view.permutation(program.tensor(view.root()).shape());
    if (order.isEmpty()
        || !program.isWritten(view.root())
        || !lowering.isLastReader(value, view.root())) {
      return Optional.empty();
    }
    program.permute(view.root(), order.get());
    return Optional.of(View.of(program.tensor(view.root())));
  }

  private static void view(
      Lowering lowering, NodeView node, List<Dim> shape, List<IndexExpr> position) {
    view(lowering, node.input(0).name(), node.node().output(), shape, position);
  }

  /// Makes `output` the view of `input` whose element at `d0, d1, …` is the input's at `position`.
  static void view(
      Lowering lowering, String input, String output, List<Dim> shape, List<IndexExpr> position) {
    Optional<Payload> scalar = lowering.scalar(input);
    if (scalar.isPresent()) {
      lowering.defineScalar(output, scalar.get());
    } else {
      lowering.defineView(output, lowering.view(input).through(shape, position));
    }
  }
}
