package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Inference.Result;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Relation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Operators that pick, join or repeat elements.
final class SelectionInference {
  private static final int SPLIT_AS_INPUT = 13;

  private SelectionInference() {}

  static List<Result> gather(NodeView node, DimRelations dims) {
    List<Dim> shape = node.shape(0);
    Types.require(
        node, 1, type -> type == ElementType.INT64 || type == ElementType.INT32, "i64 or i32");
    int axis = AxisArguments.gather(node);
    var result = new ArrayList<>(shape.subList(0, axis));
    result.addAll(node.shape(1));
    result.addAll(shape.subList(axis + 1, shape.size()));
    return Result.of(node.type(0), result, gathered(node));
  }

  private static Optional<List<Dim>> gathered(NodeView node) {
    boolean known =
        node.contents(0).isPresent()
            && node.contents(1)
                .filter(indices -> indices.stream().allMatch(Dims::isConstant))
                .isPresent();
    if (!known) {
      return Optional.empty();
    }
    List<Dim> elements = node.knownContents(0, "data");
    var picked = new ArrayList<Dim>();
    for (long index : node.constantContents(1, "index")) {
      if (index < -elements.size() || index >= elements.size()) {
        throw node.error(
            "index %d is out of range for extent %d".formatted(index, elements.size()));
      }
      picked.add(elements.get((int) (index < 0 ? index + elements.size() : index)));
    }
    return Optional.of(picked);
  }

  static List<Result> slice(NodeView node, DimRelations dims) {
    SliceArguments.check(node, dims);
    List<SliceArguments> slices = SliceArguments.of(node);
    return Result.of(
        node.type(0),
        slices.stream().map(SliceArguments::extent).toList(),
        node.contents(0).flatMap(elements -> sliced(elements, slices)));
  }

  private static Optional<List<Dim>> sliced(List<Dim> elements, List<SliceArguments> slices) {
    if (slices.isEmpty()) {
      return Optional.of(elements);
    }
    SliceArguments slice = slices.getFirst();
    if (!Dims.isConstant(slice.start())
        || !Dims.isConstant(slice.step())
        || !Dims.isConstant(slice.extent())) {
      return Optional.empty();
    }
    long start = Dims.constantValue(slice.start()).orElseThrow();
    long step = Dims.constantValue(slice.step()).orElseThrow();
    long count = Dims.constantValue(slice.extent()).orElseThrow();
    var taken = new ArrayList<Dim>();
    for (long i = 0; i < count; i++) {
      taken.add(elements.get((int) (start + i * step)));
    }
    return Optional.of(taken);
  }

  /// The extents come as an attribute before opset 13, as an input from then on; without them the
  /// axis is cut into equal parts, from opset 18 on with a smaller last one.
  static List<Result> split(NodeView node, DimRelations dims) {
    int axis = AxisArguments.split(node);
    Dim extent = node.shape(0).get(axis);
    int parts = node.node().outputs().size();
    List<Dim> extents = splitExtents(node).orElseGet(() -> equalParts(node, dims, extent, parts));
    if (extents.size() != parts) {
      throw node.error("has %d outputs for %d parts".formatted(parts, extents.size()));
    }
    dims.requireEqual(node, Dims.add(extents), extent, "sum of its parts");
    var results = new ArrayList<Result>();
    Dim start = Dims.constant(0);
    for (Dim part : extents) {
      var shape = new ArrayList<>(node.shape(0));
      shape.set(axis, ViewInference.nonNegative(node, dims, part));
      var slice = new SliceArguments(start, Dims.constant(1), part);
      results.add(
          new Result(
              node.type(0),
              shape,
              node.contents(0).flatMap(elements -> sliced(elements, List.of(slice)))));
      start = Dims.add(start, part);
    }
    return results;
  }

  private static Optional<List<Dim>> splitExtents(NodeView node) {
    if (node.opset() < SPLIT_AS_INPUT) {
      return node.intsAttribute("split").map(list -> list.stream().map(Dims::constant).toList());
    }
    if (!node.hasInput(1)) {
      return Optional.empty();
    }
    Types.requireIndices(node, 1);
    return Optional.of(node.knownContents(1, "split"));
  }

  private static List<Dim> equalParts(NodeView node, DimRelations dims, Dim extent, int parts) {
    Dim count = Dims.constant(parts);
    if (!node.hasAttribute("num_outputs")) {
      dims.check(
          Dims.mod(extent, count),
          Relation.EQUAL,
          Dims.constant(0),
          "%s: cannot split extent %s into %d equal parts"
              .formatted(node.where(), Dims.print(extent), parts));
    } else if (node.intAttribute("num_outputs") != parts) {
      throw node.error("has %d outputs, num_outputs differs".formatted(parts));
    }
    Dim part = Dims.ceilDiv(extent, count);
    var extents = new ArrayList<>(Collections.nCopies(parts - 1, part));
    extents.add(Dims.subtract(extent, Dims.multiply(part, Dims.constant(parts - 1))));
    return extents;
  }

  static List<Result> concat(NodeView node, DimRelations dims) {
    if (node.rank(0) == 0) {
      throw node.error("cannot join scalars");
    }
    int axis = AxisArguments.concat(node);
    var shape = new ArrayList<>(node.shape(0));
    Optional<List<Dim>> contents = node.contents(0);
    for (int i = 1; i < node.inputCount(); i++) {
      if (node.type(i) != node.type(0) || node.rank(i) != node.rank(0)) {
        throw node.error("cannot join " + node.inputsText());
      }
      for (int other = 0; other < shape.size(); other++) {
        Dim extent = node.shape(i).get(other);
        shape.set(
            other,
            other == axis
                ? Dims.add(shape.get(other), extent)
                : dims.requireEqual(node, shape.get(other), extent, "extent of axis " + other));
      }
      contents = joined(contents, node.contents(i));
    }
    return Result.of(node.type(0), shape, contents);
  }

  private static Optional<List<Dim>> joined(Optional<List<Dim>> left, Optional<List<Dim>> right) {
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    var elements = new ArrayList<>(left.get());
    elements.addAll(right.get());
    return Optional.of(elements);
  }

  /// Broadcasts both ways: an extent of 1 in the target keeps the input's.
  static List<Result> expand(NodeView node, DimRelations dims) {
    Types.requireShape(node, 1);
    List<Dim> target =
        node.knownContents(1, "target shape").stream()
            .map(extent -> ViewInference.nonNegative(node, dims, extent))
            .toList();
    List<Dim> shape = dims.broadcast(node, node.shape(0), target);
    return Result.of(node.type(0), shape, repeated(node.contents(0), shape));
  }

  /// The elements of a scalar or vector spread over `shape`.
  static Optional<List<Dim>> repeated(Optional<List<Dim>> contents, List<Dim> shape) {
    if (contents.isEmpty() || shape.size() > 1) {
      return Optional.empty();
    }
    List<Dim> elements = contents.get();
    long count = shape.isEmpty() ? 1 : Dims.constantValue(shape.getFirst()).orElse(-1);
    if (count == elements.size()) {
      return contents;
    }
    if (elements.size() != 1 || count < 0 || count > Contents.MAX_ELEMENTS) {
      return Optional.empty();
    }
    return Optional.of(Collections.nCopies((int) count, elements.getFirst()));
  }
}
