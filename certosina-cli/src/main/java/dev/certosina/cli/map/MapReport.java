package dev.certosina.cli.map;

import dev.certosina.cli.map.IntrinsicMappings.Modelled;
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
import java.util.Optional;

/// All mappings of a subject onto an accelerator's intrinsics.
public record MapReport(
    Subject subject,
    Accelerator accelerator,
    MappingOptions options,
    List<IntrinsicMappings> intrinsics) {

  /// The model takes some hundredths of a second for each mapping.
  private static final int MOST_MODELLED = 250;

  public MapReport {
    intrinsics = List.copyOf(intrinsics);
  }

  /// Enumerates, and asks the performance model about the mappings of the first intrinsics.
  public static MapReport of(
      Subject subject,
      Accelerator accelerator,
      List<Intrinsic> intrinsics,
      MappingOptions options) {
    MappingModel model = MappingModel.of(accelerator);
    int models = 0;
    var all = new ArrayList<IntrinsicMappings>();
    for (Intrinsic intrinsic : intrinsics) {
      Computation computation = subject.computation(intrinsic);
      MappingSpace space = EnumerateMappings.of(computation, intrinsic, options);
      boolean isModelled = models + space.accepted().size() <= MOST_MODELLED;
      models += isModelled ? space.accepted().size() : 0;
      var rows = new ArrayList<IntrinsicMappings.Row>();
      for (Mapping mapping : space.accepted()) {
        Optional<Modelled> modelled = isModelled ? model.expectation(mapping) : Optional.empty();
        rows.add(
            new IntrinsicMappings.Row(rows.size() + 1, mapping, TileCover.of(mapping), modelled));
      }
      all.add(new IntrinsicMappings(intrinsic, computation, space, rows));
    }
    return new MapReport(subject, accelerator, options, all);
  }

  /// True if some mappings with constant extents have no time because there are too many.
  public boolean isPartlyModelled() {
    return intrinsics.stream()
        .anyMatch(one ->
            !one.rows().isEmpty()
                && one.rows().stream()
                    .allMatch(row -> row.modelled().isEmpty() && row.cover().isPresent()));
  }
}
