package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.mapping.Rejection.Reason;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/// What padding lanes of an intrinsic's reduction axes hold.
final class ReductionPadding {
  private final List<Access> sources;
  private final List<Axis> reductions;
  private final List<Double> fillsWhereAllUseIt;
  private final List<Double> fills;

  ReductionPadding(Intrinsic intrinsic) {
    Computation compute = intrinsic.compute();
    this.sources = compute.statement().operands();
    this.reductions =
        compute.axes().stream().filter(axis -> axis.kind() == AxisKind.REDUCTION).toList();
    NeutralFills neutral =
        new NeutralFills(
            compute.statement().accumulation(),
            compute.statement().operation(),
            sources.stream().map(source -> compute.tensor(source.tensor()).type()).toList(),
            compute.destination().type());
    this.fillsWhereAllUseIt = neutral.find(true);
    this.fills = neutral.find(false);
  }

  /// True if lanes can be made neutral whichever reduction axes are padded.
  boolean isAlwaysNeutral() {
    return reductions.stream().allMatch(axis -> !fills(List.of(axis.name())).isEmpty());
  }

  /// One value per source of the intrinsic; none where no constants are neutral.
  ///
  /// @param padded names of reduction axes with padding lanes
  List<Double> fills(List<String> padded) {
    if (padded.isEmpty()) {
      return Collections.nCopies(sources.size(), 0.0);
    }
    boolean everySource =
        padded.stream().allMatch(axis -> sources.stream().allMatch(source -> source.uses(axis)));
    return everySource ? fillsWhereAllUseIt : fills;
  }

  /// Why axes of these fused extents cannot feed the reduction axes, or empty. Extents that are not
  /// constant are taken to fill theirs.
  ///
  /// @param fused extents by axis of the intrinsic
  Optional<Rejection> obstacle(Map<String, Dim> fused, String place) {
    List<String> padded = new ArrayList<>();
    for (Axis axis : reductions) {
      OptionalLong extent =
          Dims.constantValue(Objects.requireNonNull(fused.get(axis.name()), axis.name()));
      OptionalLong size = Dims.constantValue(axis.extent());
      if (extent.isPresent() && size.isPresent() && extent.getAsLong() % size.getAsLong() != 0) {
        padded.add(axis.name());
      }
    }
    return fills(padded).isEmpty()
        ? Optional.of(
            new Rejection(
                Reason.PADDING,
                place,
                "padding lanes of %s, and no value that is neutral in them"
                    .formatted(String.join(", ", padded)),
                "extents that fill the reduction axes"))
        : Optional.empty();
  }
}
