package dev.certosina.cli.tune;

import dev.certosina.cli.json.Json;
import dev.certosina.cli.tune.TuneResult.Timed;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.search.CandidateText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The results of tuning as a table and as JSON.
final class TuneReport {
  private final PrintWriter text;
  private final int threads;

  TuneReport(PrintWriter text, int threads) {
    this.text = text;
    this.threads = threads;
  }

  void printHeader() {
    text.printf(
        "%-10s %12s %7s %7s %12s %-12s  %s%n",
        "operator", "best us", "peak %", "trials", "model us", "bound", "mapping");
  }

  void print(TuneResult result) {
    if (result.winner().isEmpty()) {
      text.printf(
          "%-10s no candidate ran: %s%n",
          result.name(),
          result.trials() == 0
              ? "the budget was spent before the first trial"
              : "%d trials, %d failed".formatted(result.trials(), result.failures()));
      return;
    }
    Timed winner = result.winner().get();
    text.printf(
        Locale.ROOT,
        "%-10s %12.1f %7.1f %7d %12.1f %-12s  %s%n",
        result.name(),
        winner.micros(),
        100 * winner.shareOfPeak(threads),
        result.trials(),
        result.estimate().map(estimate -> estimate.micros()).orElse(Double.NaN),
        result.estimate().map(estimate -> estimate.bound().name()).orElse(""),
        mapping(winner));
    result
        .reordered()
        .filter(reordered -> reordered.micros() < winner.micros())
        .ifPresent(reordered ->
            text.printf(
                Locale.ROOT,
                "%-10s %12.1f in another order of accumulation, not used: %s%n",
                "",
                reordered.micros(),
                CandidateText.print(reordered.candidate())));
    text.flush();
  }

  void printSummary(List<TuneResult> results) {
    double logs = 0;
    int count = 0;
    for (TuneResult result : results) {
      if (result.winner().isPresent()) {
        logs += Math.log(result.winner().get().shareOfPeak(threads));
        count++;
      }
    }
    if (count > 1) {
      text.printf(
          Locale.ROOT,
          "geometric mean over %d operators: %.1f %% of peak%n",
          count,
          100 * Math.exp(logs / count));
    }
  }

  Json toJson(TuneResult result) {
    List<Json> mappings = new ArrayList<>();
    result
        .perMapping()
        .forEach((mapping, micros) ->
            mappings.add(Json.object().with("mapping", mapping).with("bestMicros", micros)));
    return Json.object()
        .with("name", result.name())
        .with("bestMicros", result.winner().map(Timed::micros).orElse(Double.NaN))
        .with(
            "shareOfPeak",
            result.winner().map(timed -> timed.shareOfPeak(threads)).orElse(Double.NaN))
        .with("trials", result.trials())
        .with("failures", result.failures())
        .with(
            "modelMicros", result.estimate().map(estimate -> estimate.micros()).orElse(Double.NaN))
        .with("modelBound", result.estimate().map(estimate -> estimate.bound().name()).orElse(""))
        .with("mapping", result.winner().map(TuneReport::mapping).orElse(""))
        .with(
            "candidate",
            result.winner().map(timed -> CandidateText.print(timed.candidate())).orElse(""))
        .with("reorderedMicros", result.reordered().map(Timed::micros).orElse(Double.NaN))
        .with("mappings", mappings);
  }

  private static String mapping(Timed timed) {
    return timed.candidate().mapping().intrinsic().name()
        + " "
        + MappingText.print(timed.candidate().mapping());
  }
}
