package dev.certosina.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// All cases of a suite that ran.
///
/// @param peak operations per second of which the machine is capable with the threads in use
/// @param failures why cases are missing, by name
public record SuiteResult(double peak, List<CaseResult> cases, Map<String, String> failures) {
  private static final double CLEARLY_SLOWER = 0.95;
  private static final double MICROS_PER_SECOND = 1e6;

  public SuiteResult {
    cases = List.copyOf(cases);
    failures = new LinkedHashMap<>(failures);
  }

  private List<CaseResult> counted() {
    return cases.stream().filter(CaseResult::isCounted).toList();
  }

  /// The geometric mean of the ratios of each group's counted cases, by group in order.
  public Map<String, Double> groupGeomeans() {
    var ratios = new LinkedHashMap<String, List<Double>>();
    for (CaseResult one : counted()) {
      one.ratio()
          .ifPresent(
              ratio -> ratios.computeIfAbsent(one.group(), _ -> new ArrayList<>()).add(ratio));
    }
    var means = new LinkedHashMap<String, Double>();
    ratios.forEach((group, all) -> means.put(group, geomean(all)));
    return means;
  }

  /// The geometric mean over the groups of each group's geometric mean; empty where nothing counts.
  public OptionalDouble geomean() {
    List<Double> means = List.copyOf(groupGeomeans().values());
    return means.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(geomean(means));
  }

  /// The share of counted cases in which we are clearly slower than the best peer: below 0.95.
  public double shareBelow() {
    List<CaseResult> counted = counted();
    long below = counted.stream().filter(one -> one.ratio().orElse(1) < CLEARLY_SLOWER).count();
    return counted.isEmpty() ? 0 : (double) below / counted.size();
  }

  /// The counted case with the lowest ratio.
  public Optional<CaseResult> worst() {
    return counted().stream().min(Comparator.comparingDouble(one -> one.ratio().orElse(1)));
  }

  /// Operations of all counted cases over our time for them, as a share of the peak; NaN where
  /// nothing counts.
  public double shareOfPeak() {
    double operations = counted().stream().mapToDouble(CaseResult::operations).sum();
    double micros = counted().stream().mapToDouble(one -> one.ours().micros()).sum();
    return operations / micros * MICROS_PER_SECOND / peak;
  }

  private static double geomean(List<Double> values) {
    return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(0));
  }
}
