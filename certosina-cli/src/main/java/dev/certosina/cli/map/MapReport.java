package dev.certosina.cli.map;

import dev.certosina.compiler.mapping.EnumerateMappings;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingOptions;
import dev.certosina.compiler.mapping.MappingSpace;
import dev.certosina.compiler.mapping.TileCover;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/// All mappings of a subject onto an accelerator's intrinsics.
public record MapReport(
    Subject subject,
    Accelerator accelerator,
    MappingOptions options,
    List<IntrinsicMappings> intrinsics) {

  public MapReport {
    intrinsics = List.copyOf(intrinsics);
  }

  /// @param model microseconds that a mapping is expected to take; NaN where nothing is known
  public static MapReport of(
      Subject subject,
      Accelerator accelerator,
      List<Intrinsic> intrinsics,
      MappingOptions options,
      ToDoubleFunction<Mapping> model) {
    var all = new ArrayList<IntrinsicMappings>();
    for (Intrinsic intrinsic : intrinsics) {
      Computation computation = subject.computation(intrinsic);
      MappingSpace space = EnumerateMappings.of(computation, intrinsic, options);
      var rows = new ArrayList<IntrinsicMappings.Row>();
      for (Mapping mapping : space.accepted()) {
        double micros = model.applyAsDouble(mapping);
        rows.add(
            new IntrinsicMappings.Row(
                rows.size() + 1,
                mapping,
                TileCover.of(mapping),
                Double.isNaN(micros) ? OptionalDouble.empty() : OptionalDouble.of(micros)));
      }
      all.add(new IntrinsicMappings(intrinsic, computation, space, rows));
    }
    return new MapReport(subject, accelerator, options, all);
  }
}
