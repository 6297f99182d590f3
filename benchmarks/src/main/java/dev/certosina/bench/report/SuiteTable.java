package dev.certosina.bench.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Prints a suite for people, one line for each case and a summary.
public final class SuiteTable {
  private static final double GIGA = 1e9;
  private static final double PERCENT = 100;

  private final PrintWriter text;
  private final List<String> peers;
  private final double peak;

  /// @param peers by name, in the order of the columns
  /// @param peak operations per second
  public SuiteTable(PrintWriter text, List<String> peers, double peak) {
    this.text = text;
    this.peers = List.copyOf(peers);
    this.peak = peak;
  }

  public void printHeader() {
    var line = new StringBuilder(format("%-10s %12s", "case", "ours us"));
    peers.forEach(peer -> line.append(format(" %14s", peer + " us")));
    text.println(line.append(format(" %7s %7s", "ratio", "peak %")));
    text.flush();
  }

  /// One line; a star marks a case that is too short to count, a `u` one that ran untuned.
  public void printCase(CaseResult one) {
    String name = one.name() + (one.isCounted() ? "" : " *") + (one.tuned() ? "" : " u");
    var line = new StringBuilder(format("%-10s %12.1f", name, one.ours().micros()));
    for (String peer : peers) {
      EngineTime time = one.peers().get(peer);
      line.append(
          time == null
              ? format(" %14s", one.missing().getOrDefault(peer, "-"))
              : format(" %14.1f", time.micros()));
    }
    line.append(one.ratio().isEmpty() ? "       -" : format(" %7.2f", one.ratio().getAsDouble()));
    text.println(line.append(format(" %7.1f", PERCENT * one.shareOfPeak(peak))));
    text.flush();
  }

  /// What each engine ran in the cases of one group.
  ///
  /// @param asked how peers see the cases; may be empty
  public void printFormulas(List<CaseResult> group, String asked) {
    if (!asked.isEmpty()) {
      text.println("    peers: " + asked);
    }
    printFormulas("ours", group, CaseResult::ours);
    for (String peer : peers) {
      printFormulas(peer, group, one -> one.peers().get(peer));
    }
    text.flush();
  }

  private void printFormulas(
      String engine, List<CaseResult> group, Function<CaseResult, @Nullable EngineTime> time) {
    var cases = new LinkedHashMap<String, List<String>>();
    for (CaseResult one : group) {
      EngineTime found = time.apply(one);
      if (found != null) {
        cases
            .computeIfAbsent(found.formula(), _ -> new ArrayList<>())
            .add(one.name().substring(one.name().indexOf(':') + 1));
      }
    }
    cases.forEach((formula, names) ->
        text.printf("    %s: %s [%s]%n", engine, formula, String.join(" ", names)));
  }

  /// @param groups what a group of cases is, in the plural
  public void printSummary(SuiteResult suite, String groups) {
    for (Map.Entry<String, Double> group : suite.groupGeomeans().entrySet()) {
      text.println(format("%-10s geometric mean %.3f", group.getKey(), group.getValue()));
    }
    suite
        .geomean()
        .ifPresent(mean ->
            text.println(
                format(
                    "geometric mean of best peer / ours over the %d %s: %.3f",
                    suite.groupGeomeans().size(), groups, mean)));
    suite
        .worst()
        .ifPresent(worst ->
            text.println(
                format(
                    "below 0.95: %.0f %% of cases; worst: %s at %.2f",
                    PERCENT * suite.shareBelow(), worst.name(), worst.ratio().orElse(1))));
    text.println(
        format(
            "share of the measured peak of %.1f GFLOP/s: %.1f %%",
            suite.peak() / GIGA, PERCENT * suite.shareOfPeak()));
    String untuned =
        suite.cases().stream()
            .filter(one -> !one.tuned())
            .map(CaseResult::name)
            .collect(Collectors.joining(" "));
    if (!untuned.isEmpty()) {
      text.println("ran untuned: " + untuned);
    }
    suite.failures().forEach((name, reason) -> text.println(name + " did not count: " + reason));
    text.flush();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
