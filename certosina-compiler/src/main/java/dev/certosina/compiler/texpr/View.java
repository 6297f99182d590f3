package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// A value as a rearrangement of a tensor: which element of `root` each of its elements is.
///
/// @param shape the value's own shape
/// @param coordinates one per dim of `root`, over the axes [#axis] of the value's dims
record View(ElementType type, List<Dim> shape, String root, List<IndexExpr> coordinates) {
  private static final Dim ONE = Dims.constant(1);

  View {
    shape = List.copyOf(shape);
    coordinates = List.copyOf(coordinates);
  }

  /// All of a tensor as it lies in memory.
  static View of(TensorExpr.Tensor tensor) {
    return new View(tensor.type(), tensor.shape(), tensor.name(), axes(tensor.shape().size()));
  }

  /// The name of the axis of dim `dim`.
  static String axis(int dim) {
    return "d" + dim;
  }

  /// The axes of the dims `0 … rank - 1`.
  static List<IndexExpr> axes(int rank) {
    return IntStream.range(0, rank).mapToObj(dim -> IndexExpr.axis(axis(dim))).toList();
  }

  int rank() {
    return shape.size();
  }

  /// The coordinates in `root` of the element at `position`, which has one entry per dim.
  List<IndexExpr> at(List<IndexExpr> position) {
    return coordinates.stream()
        .map(coordinate -> coordinate.substitute(axis -> position.get(dimOf(axis))))
        .toList();
  }

  /// A view of this view: its element at `d0, d1, …` is this one's element at `position`.
  View through(List<Dim> newShape, List<IndexExpr> position) {
    return new View(type, newShape, root, at(position));
  }

  /// True if the elements in row-major order are the root's, each once.
  boolean isWhole(List<Dim> rootShape) {
    int dim = 0;
    for (int rootDim = 0; rootDim < rootShape.size(); rootDim++) {
      if (rootShape.get(rootDim).equals(ONE)) {
        continue;
      }
      while (dim < rank() && shape.get(dim).equals(ONE)) {
        dim++;
      }
      if (dim == rank()
          || !shape.get(dim).equals(rootShape.get(rootDim))
          || !coordinates.get(rootDim).equals(IndexExpr.axis(axis(dim)))) {
        return false;
      }
      dim++;
    }
    return shape.subList(dim, rank()).stream().allMatch(ONE::equals);
  }

  /// For a view that only reorders the root's dims, and adds or drops dims of extent 1: the root's
  /// dims in the order in which row-major storage of this view wants them.
  Optional<List<Integer>> permutation(List<Dim> rootShape) {
    List<Integer> order = new ArrayList<>();
    for (int rootDim = 0; rootDim < rootShape.size(); rootDim++) {
      if (rootShape.get(rootDim).equals(ONE)) {
        order.add(rootDim);
      }
    }
    for (int dim = 0; dim < rank(); dim++) {
      if (shape.get(dim).equals(ONE)) {
        continue;
      }
      int rootDim = coordinates.indexOf(IndexExpr.axis(axis(dim)));
      if (rootDim < 0 || !rootShape.get(rootDim).equals(shape.get(dim))) {
        return Optional.empty();
      }
      order.add(rootDim);
    }
    return order.size() == rootShape.size() ? Optional.of(order) : Optional.empty();
  }

  /// The root's dim whose coordinate is dim `dim` of the view as a whole and which no other dim of
  /// the view touches; empty when there is none.
  Optional<Integer> rootDimOf(int dim, List<Dim> rootShape) {
    String axis = axis(dim);
    List<Integer> users =
        IntStream.range(0, coordinates.size())
            .filter(rootDim -> coordinates.get(rootDim).uses(axis))
            .boxed()
            .toList();
    if (users.size() != 1) {
      return Optional.empty();
    }
    int rootDim = users.getFirst();
    boolean whole =
        coordinates.get(rootDim).equals(IndexExpr.axis(axis))
            && rootShape.get(rootDim).equals(shape.get(dim));
    return whole ? Optional.of(rootDim) : Optional.empty();
  }

  /// This view under another shape with the same number of elements, where every dim of the new
  /// shape is a dim, a part of one dim, or a run of dims that split one before; else empty.
  Optional<View> reshaped(List<Dim> newShape) {
    return new ReshapeAlignment(this, newShape).align();
  }

  static int dimOf(String axis) {
    return Integer.parseInt(axis.substring(1));
  }
}
