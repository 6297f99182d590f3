package dev.certosina.bench.amos;

import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.bench.measure.Effort;
import dev.certosina.bench.measure.Interleaved;
import dev.certosina.bench.ours.MachinePeak;
import dev.certosina.bench.ours.OurOperators;
import dev.certosina.bench.report.CaseResult;
import dev.certosina.bench.report.SuiteDocument;
import dev.certosina.bench.report.SuiteResult;
import dev.certosina.bench.report.SuiteTable;
import dev.certosina.cli.conformance.TemporaryFolder;
import dev.certosina.cli.tune.TunedCandidates;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.Operators;
import dev.certosina.compiler.pipeline.CompileOptions;
import dev.certosina.peers.operator.OperatorPeer;
import dev.certosina.runtime.cache.ModelCache;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// Runs the suite and prints its table as it goes.
public final class AmosSuite {
  private static final double GIGA = 1e9;

  private final List<OperatorPeer> peers;
  private final int threads;
  private final Effort effort;
  private final boolean quick;
  private final PrintWriter text;
  private final PrintWriter progress;
  private final Options wanted;
  private final CompileOptions options;

  /// @param wanted the target of our code, and the threads of each engine
  /// @param quick whether one case for each operator is enough
  /// @param text where the table goes
  /// @param progress where everything else goes
  public AmosSuite(
      List<OperatorPeer> peers,
      Options wanted,
      boolean quick,
      PrintWriter text,
      PrintWriter progress) {
    this.peers = List.copyOf(peers);
    this.wanted = wanted;
    this.options = CompileOptions.of(wanted);
    this.threads = wanted.threads();
    this.effort = quick ? Effort.QUICK : Effort.FULL;
    this.quick = quick;
    this.text = text;
    this.progress = progress;
  }

  /// What holds for all cases.
  public SuiteDocument.Setting setting() {
    var versions = new LinkedHashMap<String, String>();
    var settings = new LinkedHashMap<String, String>();
    for (OperatorPeer peer : peers) {
      versions.put(peer.name(), peer.version());
      settings.put(peer.name(), peer.settings());
    }
    String target = options.targets().getFirst().name();
    return new SuiteDocument.Setting("amos", target, threads, versions, settings);
  }

  /// Runs the cases whose names match.
  ///
  /// @throws ModelException where there is none, or where a peer cannot be loaded
  public SuiteResult run(Pattern filter) throws IOException {
    try (TemporaryFolder folder = TemporaryFolder.create("certosina-bench")) {
      double peak = MachinePeak.measure(options, threads, folder.path());
      List<List<AmosCase>> groups = cases(filter, peak);
      SuiteDocument.Setting setting = setting();
      printSetting(setting, peak);
      var table = new SuiteTable(text, peers.stream().map(OperatorPeer::name).toList(), peak);
      table.printHeader();
      var ours = new OurOperators(options, candidates(), threads, folder.path());
      var turns = new Interleaved(effort, threads);
      try (var measure = new MeasureCase(ours, peers, threads, turns, peak, progress)) {
        SuiteResult result = run(groups, measure, table, peak);
        table.printSummary(result);
        return result;
      }
    }
  }

  /// What `tune --layout channels-last` found on this machine, else defaults.
  private TunedCandidates candidates() {
    Path cache = ModelCache.folder(wanted);
    return new TunedCandidates(cache, options.targets().getFirst(), threads);
  }

  private SuiteResult run(
      List<List<AmosCase>> groups, MeasureCase measure, SuiteTable table, double peak) {
    var results = new ArrayList<CaseResult>();
    var failures = new LinkedHashMap<String, String>();
    long total = groups.stream().mapToLong(List::size).sum();
    long done = 0;
    for (List<AmosCase> group : groups) {
      var measured = new ArrayList<CaseResult>();
      for (AmosCase one : group) {
        progress.printf("%d of %d: %s%n", ++done, total, one.configuration());
        progress.flush();
        try {
          CaseResult result = measure.measure(one);
          table.printCase(result);
          measured.add(result);
        } catch (ModelException e) {
          failures.put(one.name(), String.valueOf(e.getMessage()));
        }
      }
      table.printFormulas(measured);
      results.addAll(measured);
    }
    return new SuiteResult(peak, results, failures);
  }

  /// The cases by operator; of a quick run, the shortest one that counts.
  private List<List<AmosCase>> cases(Pattern filter, double peak) {
    var groups = new ArrayList<List<AmosCase>>();
    for (Operator operator : Operators.all()) {
      List<AmosCase> matching =
          operator.configurations().stream()
              .filter(configuration -> filter.matcher(configuration.label()).matches())
              .map(configuration -> AmosCase.of(operator, configuration))
              .toList();
      if (!matching.isEmpty()) {
        groups.add(quick ? List.of(shortest(matching, peak)) : matching);
      }
    }
    if (groups.isEmpty()) {
      throw new ModelException(
          "no case matches '%s'; there are, for example, gmm:0 and c2d:5".formatted(filter));
    }
    return groups;
  }

  private AmosCase shortest(List<AmosCase> cases, double peak) {
    Comparator<AmosCase> byFloor =
        Comparator.comparingDouble(one -> one.floorMicros(peak, threads));
    return cases.stream()
        .filter(one -> one.floorMicros(peak, threads) >= CaseResult.LEAST_FLOOR_MICROS)
        .min(byFloor)
        .orElseGet(() -> cases.stream().max(byFloor).orElseThrow());
  }

  private void printSetting(SuiteDocument.Setting setting, double peak) {
    text.printf(
        Locale.ROOT,
        "amos on %s, %d thread%s, measured peak %.1f GFLOP/s%n",
        setting.target(),
        threads,
        threads == 1 ? "" : "s",
        peak / GIGA);
    for (Map.Entry<String, String> peer : setting.peerVersions().entrySet()) {
      text.printf(
          "against %s %s: %s%n",
          peer.getKey(), peer.getValue(), setting.peerSettings().get(peer.getKey()));
    }
    text.flush();
  }
}
