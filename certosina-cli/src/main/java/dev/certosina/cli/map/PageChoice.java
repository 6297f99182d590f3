package dev.certosina.cli.map;

import dev.certosina.ModelException;
import dev.certosina.cli.map.IntrinsicMappings.Row;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.Rejection;
import dev.certosina.compiler.mapping.TileCover;
import dev.certosina.compiler.mapping.ValidateMapping;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Decides which intrinsic a page is about and which mapping it shows first.
public final class PageChoice {
  private static final Comparator<Row> BEST_FIRST =
      Comparator.comparingDouble((Row row) -> row.modelMicros().orElse(Double.POSITIVE_INFINITY))
          .thenComparingDouble(row -> -row.cover().map(TileCover::utilization).orElse(0.0))
          .thenComparingLong(row -> row.cover().map(TileCover::calls).orElse(0L))
          .thenComparingInt(Row::number);

  private PageChoice() {}

  /// The page of the best mapping, or of the one with the given text.
  public static String page(MapReport report, Optional<String> wanted) {
    return wanted.isPresent() ? page(report, wanted.get()) : bestPage(report);
  }

  /// By the model; without one, the first intrinsic that has mappings.
  private static String bestPage(MapReport report) {
    IntrinsicMappings shown =
        report.intrinsics().stream()
            .filter(one -> !one.rows().isEmpty())
            .min(Comparator.comparingDouble(PageChoice::expectedMicros))
            .orElse(report.intrinsics().getFirst());
    return MappingPage.of(report, shown, best(shown));
  }

  private static double expectedMicros(IntrinsicMappings mappings) {
    return mappings.rows().stream()
        .mapToDouble(row -> row.modelMicros().orElse(Double.POSITIVE_INFINITY))
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static Optional<Row> best(IntrinsicMappings mappings) {
    return mappings.rows().stream().min(BEST_FIRST);
  }

  private static String page(MapReport report, String wanted) {
    Optional<ModelException> refusal = Optional.empty();
    for (IntrinsicMappings one : report.intrinsics()) {
      try {
        Mapping mapping = MappingText.parse(wanted, one.computation(), one.intrinsic());
        Optional<Row> row =
            one.rows().stream().filter(known -> known.mapping().equals(mapping)).findFirst();
        if (row.isPresent()) {
          return MappingPage.of(report, one, row);
        }
        refusal = Optional.of(new ModelException(reason(wanted, mapping)));
      } catch (ModelException e) {
        refusal = refusal.or(() -> Optional.of(e));
      }
    }
    throw refusal.orElseThrow();
  }

  private static String reason(String wanted, Mapping mapping) {
    List<Rejection> rejections = ValidateMapping.rejections(mapping);
    return "mapping '%s': %s"
        .formatted(
            wanted,
            rejections.isEmpty() ? "the options do not allow it" : rejections.getFirst().text());
  }
}
