package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.AxisArguments;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Check;
import dev.certosina.runtime.exec.Program.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Operators that move elements by data, put tensors together, or make them from nothing.
final class LowerData {
  private LowerData() {}

  /// One expression per input, each writing its range of the result.
  static void concat(Lowering lowering, NodeView node) {
    int axis = AxisArguments.concat(node);
    if (node.inputCount() == 1) {
      LowerViews.identity(lowering, node);
      return;
    }
    String tensor = lowering.declareOutput(node.node().output());
    Dim offset = Dims.constant(0);
    for (String input : node.node().inputs()) {
      List<Dim> part = lowering.info(input).shape();
      List<IndexExpr> write = new ArrayList<>(View.axes(part.size()));
      write.set(axis, write.get(axis).plus(offset));
      lowering
          .program()
          .compute(
              tensor,
              ProgramBuilder.parallelAxes(part),
              write,
              Combiner.NONE,
              lowering.storedElement(input, View.axes(part.size())));
      offset = Dims.add(offset, part.get(axis));
    }
  }

  /// `result[…, i…, …] = data[…, indices[i…], …]`; where an index is known or a linear form of its
  /// position, this is a view.
  static void gather(Lowering lowering, NodeView node) {
    String data = node.input(0).name();
    int axis = AxisArguments.gather(node);
    int indexRank = node.rank(1);
    Dim extent = node.shape(0).get(axis);
    List<IndexExpr> point = View.axes(lowering.shape(node).size());
    List<IndexExpr> position = new ArrayList<>(point.subList(0, axis));
    position.add(IndexExpr.constant(0));
    position.addAll(point.subList(axis + indexRank, point.size()));

    Optional<IndexExpr> known = knownIndex(lowering, node, extent);
    Payload index =
        lowering.storedElement(node.input(1).name(), point.subList(axis, axis + indexRank));
    Optional<IndexExpr> linear = known.or(() -> linearIndex(lowering, index, extent));
    if (linear.isPresent()) {
      position.set(axis, linear.get());
      LowerViews.view(lowering, data, node.node().output(), lowering.shape(node), position);
    } else {
      lowering.storeElementwise(
          node.node().output(), gathered(lowering, data, axis, position, index));
    }
  }

  /// The index where there is one only and it is constant or provably not negative.
  private static Optional<IndexExpr> knownIndex(Lowering lowering, NodeView node, Dim extent) {
    Optional<Dim> index =
        lowering
            .inferred()
            .solved(node.input(1).name())
            .filter(contents -> contents.size() == 1)
            .flatMap(contents -> fromFront(contents.getFirst(), extent));
    index.ifPresent(found -> checkIndex(lowering, node, found, extent));
    return index.map(IndexExpr::constant);
  }

  /// The index where it comes from a constant table of consecutive positions.
  private static Optional<IndexExpr> linearIndex(Lowering lowering, Payload index, Dim extent) {
    if (!(index instanceof Payload.Load(String table, List<IndexExpr> coordinates))
        || !(extent instanceof Dim.Constant(long bound))) {
      return Optional.empty();
    }
    return lowering
        .program()
        .constantData(table)
        .flatMap(data -> LinearTable.of(data, bound))
        .map(linear -> linear.at(coordinates));
  }

  private static Optional<Dim> fromFront(Dim index, Dim extent) {
    if (Dims.isAtMost(Dims.constant(0), index)) {
      return Optional.of(index);
    }
    return Dims.isConstant(index) ? Optional.of(Dims.add(index, extent)) : Optional.empty();
  }

  private static void checkIndex(Lowering lowering, NodeView node, Dim index, Dim extent) {
    Dim zero = Dims.constant(0);
    Dim needed = Dims.add(index, Dims.constant(1));
    String message =
        "%s: found index %s, needed one within extent %s"
            .formatted(node.where(), Dims.print(index), Dims.print(extent));
    if (!Dims.isAtMost(zero, index)) {
      lowering.program().check(new Check(zero, Relation.AT_MOST, index, message));
    }
    if (!Dims.isAtMost(needed, extent)) {
      lowering.program().check(new Check(needed, Relation.AT_MOST, extent, message));
    }
  }

  /// The element of `data` at `position`, with `index` as the coordinate of `axis`.
  private static Payload gathered(
      Lowering lowering, String data, int axis, List<IndexExpr> position, Payload index) {
    View view = lowering.view(data);
    Tensor root = lowering.program().tensor(view.root());
    Optional<Integer> rootDim = view.rootDimOf(axis, root.shape());
    if (rootDim.isEmpty()) {
      view = lowering.contiguous(view, data + ".copy");
      return new Payload.Gather(view.root(), view.at(position), axis, index);
    }
    return new Payload.Gather(view.root(), view.at(position), rootDim.get(), index);
  }

  static void constantOfShape(Lowering lowering, NodeView node) {
    ElementType type = Lowering.computeType(lowering.type(node));
    Payload value =
        node.tensorAttribute("value")
            .flatMap(Literals::single)
            .orElseGet(() -> Literals.of(type, 0));
    lowering.defineScalar(node.node().output(), value);
  }

  /// `start + i * step`
  static void range(Lowering lowering, NodeView node) {
    ElementType type = Lowering.computeType(lowering.type(node));
    Payload start = Literals.ofDim(node.knownContents(0, "start").getFirst(), type);
    Payload step = Literals.ofDim(node.knownContents(2, "delta").getFirst(), type);
    Payload index = new Payload.IndexValue(IndexExpr.axis(View.axis(0)));
    Payload distance =
        new Payload.Binary(
            BinaryOperator.MULTIPLY,
            LowerElementwise.convert(index, ElementType.INT64, type),
            step);
    lowering.elementwise(
        node.node().output(), new Payload.Binary(BinaryOperator.ADD, start, distance));
  }
}
