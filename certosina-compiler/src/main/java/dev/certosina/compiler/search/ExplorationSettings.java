package dev.certosina.compiler.search;

/// How a search spends its budget.
///
/// @param generation children made before the model looks at them
/// @param keep the share of a generation, and of the mappings, that the model does not discard; at
///   least 0.4: the model is good at telling the worse half, not at telling the best
/// @param curiosity weight of the bandit's term for mappings tried seldom
/// @param reordering the share of children allowed to take sums in another order than the design's
/// @param finalists candidates that are measured again at the end
/// @param repetitions further measurements of each finalist
public record ExplorationSettings(
    int generation,
    double keep,
    double curiosity,
    double reordering,
    int finalists,
    int repetitions) {

  public static final ExplorationSettings USUAL = new ExplorationSettings(12, 0.4, 0.25, 0.1, 3, 2);

  public ExplorationSettings {
    if (keep < 0.4) {
      throw new IllegalArgumentException(
          "keep: %s, needed at least 0.4: the model only discards".formatted(keep));
    }
  }
}
