package dev.certosina.compiler.search;

import dev.certosina.compiler.search.Measurer.Measurement;
import dev.certosina.compiler.search.model.Estimate;
import dev.certosina.compiler.search.model.PerformanceModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Looks for the fastest candidate by measuring, with one budget for all mappings.
///
/// A bandit (upper confidence bounds) decides which mapping gets the next generation; within a
/// mapping children come from crossover and mutation of the best so far. The model discards the
/// worse part of each generation and decides nothing else: the winner is the one that was measured
/// fastest, after the best few were measured again.
///
/// The same seed, the same answers of the measurer and the same budget give the same search. What
/// the measurer answers from a log costs no budget.
public final class Exploration {
  /// Mappings that the model puts behind come in one by one, each after so many generations.
  private static final int GENERATIONS_PER_NEWCOMER = 6;

  private final CandidateSpace space;
  private final PerformanceModel model;
  private final Measurer measurer;
  private final ExplorationSettings settings;
  private final BooleanSupplier hasBudget;
  private final RandomGenerator random;
  private final CandidateVariation variation;
  private final SpaceSampler sampler;
  private final List<MappingArm> arms = new ArrayList<>();
  private final List<MappingArm> waiting = new ArrayList<>();
  private final Set<Candidate> seen = new HashSet<>();
  // What would run untuned: measured first, and again with the best, so that tuning never loses.
  private Optional<MappingArm.Measured> untuned = Optional.empty();
  private int trials;
  private int failures;

  /// @param measurer is not closed
  /// @param hasBudget asked before every measurement
  public Exploration(
      CandidateSpace space,
      PerformanceModel model,
      Measurer measurer,
      ExplorationSettings settings,
      BooleanSupplier hasBudget,
      long seed) {
    this.space = space;
    this.model = model;
    this.measurer = measurer;
    this.settings = settings;
    this.hasBudget = hasBudget;
    this.random = new SplittableRandom(seed);
    this.variation = new CandidateVariation(space, random);
    this.sampler = new SpaceSampler(space, random);
  }

  /// Runs until the budget or the space is used up.
  public Outcome run() {
    enterBest();
    int generations = 0;
    while (hasBudget.getAsBoolean()) {
      if (generations > 0 && generations % GENERATIONS_PER_NEWCOMER == 0) {
        enterNext();
      }
      Optional<MappingArm> arm = choose();
      if (arm.isEmpty() && waiting.isEmpty()) {
        break;
      }
      if (arm.isEmpty()) {
        enterNext();
      } else {
        breed(arm.get());
      }
      generations++;
    }
    return finish();
  }

  /// Measures the default schedule of each mapping that the model does not discard.
  private void enterBest() {
    var defaults = new DefaultSchedule(space, model);
    Map<MappingArm, Estimate> estimates = new LinkedHashMap<>();
    for (MappingChoice choice : space.choices()) {
      List<Candidate> seeds = defaults.seeds(choice, 2);
      Optional<Candidate> first =
          seeds.isEmpty() ? sampler.draw(choice) : Optional.of(seeds.getFirst());
      if (first.isPresent()) {
        List<Candidate> start = seeds.isEmpty() ? List.of(first.get()) : seeds;
        estimates.put(new MappingArm(choice, start), model.estimate(space, first.get()));
      }
    }
    List<MappingArm> sorted = Estimate.fastestFirst(estimates);
    int kept = (int) Math.ceil(settings.keep() * sorted.size());
    waiting.addAll(sorted.subList(kept, sorted.size()));
    for (MappingArm arm : sorted.subList(0, kept)) {
      arms.add(arm);
      measure(arm, arm.seeds().getFirst());
    }
    for (MappingArm arm : sorted.subList(0, kept)) {
      arm.seeds().stream().skip(1).forEach(seed -> measure(arm, seed));
    }
  }

  private void enterNext() {
    if (!waiting.isEmpty()) {
      MappingArm arm = waiting.removeFirst();
      arms.add(arm);
      arm.seeds().forEach(seed -> measure(arm, seed));
    }
  }

  /// The mapping with the highest upper confidence bound of (best time overall ÷ its best time).
  private Optional<MappingArm> choose() {
    double best = arms.stream().mapToDouble(MappingArm::best).min().orElse(1);
    MappingArm chosen = null;
    double highest = Double.NEGATIVE_INFINITY;
    for (MappingArm arm : arms) {
      double bound =
          (Double.isInfinite(arm.best()) ? 0 : best / arm.best())
              + settings.curiosity() * Math.sqrt(Math.log(trials + 1.0) / (arm.trials() + 1.0));
      if (!arm.isExhausted() && bound > highest) {
        highest = bound;
        chosen = arm;
      }
    }
    return Optional.ofNullable(chosen);
  }

  private void breed(MappingArm arm) {
    Map<Candidate, Estimate> children = new LinkedHashMap<>();
    int attempts = 4 * settings.generation();
    for (int i = 0; i < attempts && children.size() < settings.generation(); i++) {
      Optional<Candidate> child = child(arm);
      if (child.isPresent() && isWanted(child.get()) && !children.containsKey(child.get())) {
        children.put(child.get(), model.estimate(space, child.get()));
      }
    }
    if (children.isEmpty()) {
      arm.exhaust();
    }
    int kept = (int) Math.ceil(settings.keep() * children.size());
    Estimate.fastestFirst(children).subList(0, kept).forEach(child -> measure(arm, child));
  }

  private boolean isWanted(Candidate child) {
    return !seen.contains(child)
        && (space.isCanonicalOrder(child) || random.nextDouble() < settings.reordering());
  }

  private Optional<Candidate> child(MappingArm arm) {
    double draw = random.nextDouble();
    if (arm.population().isEmpty() || draw < 0.15) {
      return sampler.draw(arm.choice());
    }
    Candidate mother = pick(arm.population());
    if (draw < 0.5) {
      return variation.mutate(mother);
    }
    MappingArm other = random.nextInt(4) == 0 ? arms.get(random.nextInt(arms.size())) : arm;
    return other.population().isEmpty()
        ? variation.mutate(mother)
        : variation.cross(mother, pick(other.population()));
  }

  /// The better a candidate, the likelier.
  private Candidate pick(List<MappingArm.Measured> population) {
    int one = random.nextInt(population.size());
    int two = random.nextInt(population.size());
    return population.get(Math.min(one, two)).candidate();
  }

  private void measure(MappingArm arm, Candidate candidate) {
    if (!hasBudget.getAsBoolean() || !seen.add(candidate)) {
      return;
    }
    trials++;
    switch (measurer.measure(candidate)) {
      case Measurement.Timed(double micros) -> {
        var measured =
            new MappingArm.Measured(candidate, micros, space.isCanonicalOrder(candidate));
        arm.add(measured);
        if (untuned.isEmpty() && measured.isCanonical()) {
          untuned = Optional.of(measured);
        }
      }
      case Measurement.Failed _ -> {
        failures++;
        arm.addFailure();
      }
    }
  }

  private Outcome finish() {
    List<MappingArm.Measured> all = new ArrayList<>();
    arms.forEach(arm -> all.addAll(arm.population()));
    all.sort(Comparator.comparingDouble(MappingArm.Measured::micros));
    Optional<MappingArm.Measured> winner =
        repeated(
            Stream.concat(
                    all.stream()
                        .filter(MappingArm.Measured::isCanonical)
                        .limit(settings.finalists()),
                    untuned.stream())
                .distinct()
                .toList());
    Optional<MappingArm.Measured> reordered =
        repeated(all.stream().filter(measured -> !measured.isCanonical()).limit(1).toList());
    Map<String, Double> perMapping = new LinkedHashMap<>();
    for (MappingArm arm : arms) {
      perMapping.put(CandidateText.mappingOf(arm.choice()), arm.best());
    }
    return new Outcome(winner, reordered, trials, failures, perMapping);
  }

  /// The fastest of a few that are measured again, in turns: of many noisy times the least one
  /// flatters, and whatever else the machine does should hit all of them alike.
  private Optional<MappingArm.Measured> repeated(List<MappingArm.Measured> finalists) {
    List<List<Double>> times = new ArrayList<>();
    finalists.forEach(finalist -> times.add(new ArrayList<>(List.of(finalist.micros()))));
    for (int round = 0; round < settings.repetitions(); round++) {
      for (int i = 0; i < finalists.size(); i++) {
        if (measurer.measure(finalists.get(i).candidate())
            instanceof Measurement.Timed(double micros)) {
          times.get(i).add(micros);
        }
      }
    }
    return IntStream.range(0, finalists.size())
        .mapToObj(i -> withMedian(finalists.get(i), times.get(i)))
        .min(Comparator.comparingDouble(MappingArm.Measured::micros));
  }

  private static MappingArm.Measured withMedian(MappingArm.Measured finalist, List<Double> times) {
    List<Double> sorted = times.stream().sorted().toList();
    return new MappingArm.Measured(
        finalist.candidate(), sorted.get(sorted.size() / 2), finalist.isCanonical());
  }

  /// @param winner the fastest that takes sums in the design's order, the only one that models use
  /// @param reordered the fastest of those that take them in another order
  /// @param trials measured candidates, failed ones included
  /// @param perMapping the best time of each mapping that was tried, in microseconds; infinite
  ///   where all failed
  public record Outcome(
      Optional<MappingArm.Measured> winner,
      Optional<MappingArm.Measured> reordered,
      int trials,
      int failures,
      Map<String, Double> perMapping) {}
}
