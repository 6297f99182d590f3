package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.NormalForms;
import dev.certosina.compiler.affine.NormalForms.Range;
import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.affine.QuasiAffine.Constant;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.mapping.OperandPlacer.OperandSite;
import dev.certosina.compiler.mapping.PhysicalMapping.Copy;
import dev.certosina.compiler.mapping.PhysicalMapping.Guard;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/// The part of a tensor's index space that an operand reads, with padding written out.
///
/// Padding lanes are written out too where that is right: those of a spatial axis may hold
/// anything, so the window only has to reach as far as they do; those of a reduction axis must hold
/// what is neutral, which they do if the padding is neutral and such a lane always lies outside the
/// tensor.
///
/// @param writtenOut for each lane axis, whether its padding lanes need no guard
/// @param copy makes the window from the tensor
record PaddedWindow(TensorWindow window, List<Boolean> writtenOut, Copy copy) {

  PaddedWindow {
    writtenOut = List.copyOf(writtenOut);
  }

  /// True if the window holds anything that the tensor does not.
  boolean hasPadding() {
    return !copy.guards().isEmpty();
  }

  static PaddedWindow of(
      Computation computation,
      OperandSite site,
      List<AxisGroup> groups,
      List<TiledAxis> lanes,
      List<Long> shape,
      Predicate<TiledAxis> isReduction) {
    double fill = site.access().padding().orElse(site.neutral());
    boolean isNeutral = Double.compare(fill, site.neutral()) == 0;
    List<Boolean> writtenOut = new ArrayList<>();
    Map<String, Long> reaches = new LinkedHashMap<>();
    for (int i = 0; i < lanes.size(); i++) {
      TiledAxis lane = lanes.get(i);
      Optional<String> leading =
          groups.get(i).axes().stream()
              .filter(axis -> FusedAxes.extent(computation, axis) > 1)
              .findFirst();
      boolean extended =
          lane.padding() > 0
              && leading.isPresent()
              && (!isReduction.test(lane)
                  || (isNeutral && leaves(computation, site.access(), leading.get(), shape)));
      writtenOut.add(extended);
      if (extended) {
        long below = lane.extent() / FusedAxes.extent(computation, leading.get());
        reaches.put(leading.get(), Math.ceilDiv(lane.count() * lane.size(), below));
      }
    }
    ToLongFunction<String> extents =
        axis -> {
          Long reach = reaches.get(axis);
          return reach == null ? FusedAxes.extent(computation, axis) : reach;
        };
    TensorWindow window =
        TensorWindow.around(
            site.access().coordinates().stream()
                .map(coordinate -> TensorWindow.range(coordinate, extents))
                .toList());
    return new PaddedWindow(window, writtenOut, copy(window, shape, fill));
  }

  /// True if some coordinate is outside the tensor wherever `leading`, the most significant axis of
  /// a group, is past its end.
  private static boolean leaves(
      Computation computation, Access access, String leading, List<Long> shape) {
    for (int dim = 0; dim < shape.size(); dim++) {
      IndexExpr coordinate = access.coordinates().get(dim);
      long coefficient = FusedAxes.constant(coordinate.coefficient(leading));
      long past = Math.multiplyExact(coefficient, FusedAxes.extent(computation, leading));
      Range others =
          TensorWindow.range(
              coordinate, axis -> axis.equals(leading) ? 1 : FusedAxes.extent(computation, axis));
      if ((coefficient > 0 && others.min() + past >= shape.get(dim))
          || (coefficient < 0 && others.max() + past < 0)) {
        return true;
      }
    }
    return false;
  }

  private static Copy copy(TensorWindow window, List<Long> shape, double fill) {
    List<Loop> variables = new ArrayList<>();
    Map<String, Long> extents = new LinkedHashMap<>();
    for (int dim = 0; dim < shape.size(); dim++) {
      String name = "x" + dim;
      variables.add(new Loop(name, window.extents().get(dim), AxisKind.PARALLEL));
      extents.put(name, window.extents().get(dim));
    }
    NormalForms forms = new NormalForms(extents);
    List<Long> strides = TensorWindow.whole(shape).strides();
    List<QuasiAffine> terms = new ArrayList<>();
    List<Guard> guards = new ArrayList<>();
    for (int dim = 0; dim < shape.size(); dim++) {
      QuasiAffine coordinate =
          forms.simplify(
              new Sum(List.of(new Variable("x" + dim), new Constant(window.origin().get(dim)))));
      terms.add(new Scaled(coordinate, strides.get(dim)));
      if (!forms.range(forms.of(coordinate)).isWithin(0, shape.get(dim))) {
        guards.add(new Guard(coordinate, shape.get(dim), fill));
      }
    }
    return new Copy(variables, forms.simplify(new Sum(terms)), guards);
  }
}
