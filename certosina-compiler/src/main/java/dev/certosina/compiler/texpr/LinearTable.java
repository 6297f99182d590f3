package dev.certosina.compiler.texpr;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A constant integer tensor whose elements are a linear form of their coordinates, such as `0, 1,
/// 2, …`; tables of positions look like this.
///
/// @param steps by how much an element grows along each dim
record LinearTable(long first, List<Long> steps) {

  /// The form, if the tensor has one and all elements are in `[0, bound)`.
  static Optional<LinearTable> of(Initializer initializer, long bound) {
    TensorValue value = TensorValue.of(initializer);
    if (!initializer.type().isInteger() || value.elementCount() == 0) {
      return Optional.empty();
    }
    long[] elements = value.toLongs();
    LinearTable table = guess(elements, initializer.shape());
    for (int i = 0; i < elements.length; i++) {
      boolean inBounds = elements[i] >= 0 && elements[i] < bound;
      if (!inBounds || elements[i] != table.at(i, initializer.shape())) {
        return Optional.empty();
      }
    }
    return Optional.of(table);
  }

  /// The value at `coordinates`.
  IndexExpr at(List<IndexExpr> coordinates) {
    IndexExpr sum = IndexExpr.constant(first);
    for (int dim = 0; dim < steps.size(); dim++) {
      sum = sum.plus(coordinates.get(dim).times(Dims.constant(steps.get(dim))));
    }
    return sum;
  }

  private static LinearTable guess(long[] elements, List<Long> shape) {
    List<Long> steps = new ArrayList<>();
    int stride = elements.length;
    for (long extent : shape) {
      stride /= (int) extent;
      steps.add(extent == 1 ? 0 : elements[stride] - elements[0]);
    }
    return new LinearTable(elements[0], steps);
  }

  private long at(int position, List<Long> shape) {
    long value = first;
    int rest = position;
    for (int dim = shape.size() - 1; dim >= 0; dim--) {
      int extent = shape.get(dim).intValue();
      value += steps.get(dim) * (rest % extent);
      rest /= extent;
    }
    return value;
  }
}
