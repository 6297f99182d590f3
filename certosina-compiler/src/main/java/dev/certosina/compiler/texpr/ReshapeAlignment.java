package dev.certosina.compiler.texpr;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Lines up the dims of a view with those of a new shape, left to right.
///
/// A dim that equals a product of new dims is split: `d ↦ i * inner + j`. A run of dims that equals
/// one new dim is merged, which is linear only if every coordinate of the root takes the run as one
/// number already. Dims of extent 1 take no part.
final class ReshapeAlignment {
  private static final Dim ONE = Dims.constant(1);

  private final View view;
  private final List<Integer> oldDims;
  private final List<Integer> newDims;
  private final List<Dim> newShape;
  private final IndexExpr[] position;

  ReshapeAlignment(View view, List<Dim> newShape) {
    this.view = view;
    this.newShape = newShape;
    this.oldDims = dimsOtherThanOne(view.shape());
    this.newDims = dimsOtherThanOne(newShape);
    this.position = new IndexExpr[view.rank()];
    Arrays.fill(position, IndexExpr.constant(0));
  }

  /// The view under the new shape, or empty where no linear form gives it.
  Optional<View> align() {
    int oldStart = 0;
    int newStart = 0;
    while (oldStart < oldDims.size() && newStart < newDims.size()) {
      Dim oldExtent = view.shape().get(oldDims.get(oldStart));
      Dim newExtent = newShape.get(newDims.get(newStart));
      int newCount = runLength(oldExtent, newDims, newStart, newShape);
      int oldCount = runLength(newExtent, oldDims, oldStart, view.shape());
      if (newCount > 0) {
        split(oldDims.get(oldStart), newDims.subList(newStart, newStart + newCount));
        oldCount = 1;
      } else if (oldCount > 0) {
        if (!merge(oldDims.subList(oldStart, oldStart + oldCount), newDims.get(newStart))) {
          return Optional.empty();
        }
        newCount = 1;
      } else {
        return Optional.empty();
      }
      oldStart += oldCount;
      newStart += newCount;
    }
    boolean complete = oldStart == oldDims.size() && newStart == newDims.size();
    return complete
        ? Optional.of(view.through(newShape, Arrays.asList(position)))
        : Optional.empty();
  }

  /// How many dims from `start` on have the product `extent`; 0 when no number does.
  private static int runLength(Dim extent, List<Integer> dims, int start, List<Dim> shape) {
    Dim product = ONE;
    for (int end = start; end < dims.size(); end++) {
      product = Dims.multiply(product, shape.get(dims.get(end)));
      if (product.equals(extent)) {
        return end - start + 1;
      }
    }
    return 0;
  }

  private void split(int oldDim, List<Integer> parts) {
    IndexExpr number = IndexExpr.constant(0);
    for (int part : parts) {
      number = number.times(newShape.get(part)).plus(IndexExpr.axis(View.axis(part)));
    }
    position[oldDim] = number;
  }

  private boolean merge(List<Integer> run, int newDim) {
    Dim stride = ONE;
    List<Dim> strides = new ArrayList<>();
    for (int i = run.size() - 1; i >= 0; i--) {
      strides.addFirst(stride);
      stride = Dims.multiply(stride, view.shape().get(run.get(i)));
    }
    String last = View.axis(run.getLast());
    for (IndexExpr coordinate : view.coordinates()) {
      Dim step = coordinate.coefficient(last);
      for (int i = 0; i < run.size(); i++) {
        Dim needed = Dims.multiply(step, strides.get(i));
        if (!coordinate.coefficient(View.axis(run.get(i))).equals(needed)) {
          return false;
        }
      }
    }
    position[run.getLast()] = IndexExpr.axis(View.axis(newDim));
    return true;
  }

  private static List<Integer> dimsOtherThanOne(List<Dim> shape) {
    List<Integer> dims = new ArrayList<>();
    for (int dim = 0; dim < shape.size(); dim++) {
      if (!shape.get(dim).equals(ONE)) {
        dims.add(dim);
      }
    }
    return dims;
  }
}
