package dev.certosina.cli.map;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingSpace;
import dev.certosina.compiler.mapping.TileCover;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// All mappings of one computation onto one intrinsic.
///
/// @param computation with the intrinsic's element types unless others were asked for
/// @param rows the accepted mappings, in the order of `space`
public record IntrinsicMappings(
    Intrinsic intrinsic, Computation computation, MappingSpace space, List<Row> rows) {
  public IntrinsicMappings {
    rows = List.copyOf(rows);
  }

  /// One accepted mapping.
  ///
  /// @param number from 1
  /// @param cover empty where an extent is symbolic
  /// @param modelled a good schedule and what the performance model expects of it, where there is
  ///   one
  public record Row(
      int number, Mapping mapping, Optional<TileCover> cover, Optional<Modelled> modelled) {

    public OptionalDouble modelMicros() {
      return modelled.isPresent()
          ? OptionalDouble.of(modelled.get().micros())
          : OptionalDouble.empty();
    }
  }

  /// A schedule and the time that the performance model expects of it.
  public record Modelled(NestSchedule schedule, double micros) {}
}
