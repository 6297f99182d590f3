package dev.certosina.bench.suite;

import dev.certosina.ModelException;
import dev.certosina.bench.measure.Effort;
import dev.certosina.bench.measure.Interleaved;
import dev.certosina.bench.ours.MachinePeak;
import dev.certosina.bench.peer.Peer;
import dev.certosina.bench.peer.PeerCrash;
import dev.certosina.bench.peer.PeerProcess;
import dev.certosina.bench.peer.PeerSet;
import dev.certosina.bench.report.CaseResult;
import dev.certosina.bench.report.SuiteDocument;
import dev.certosina.bench.report.SuiteResult;
import dev.certosina.bench.report.SuiteTable;
import dev.certosina.cli.conformance.TemporaryFolder;
import dev.certosina.compiler.pipeline.CompileOptions;
import dev.certosina.runtime.cache.ModelCache;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Runs a suite and prints its table as it goes.
public final class SuiteRun {
  private static final double GIGA = 1e9;

  private final RunSettings settings;
  private final CompileOptions options;
  private final PrintWriter text;
  private final PrintWriter progress;

  /// @param text where the table goes
  /// @param progress where everything else goes
  public SuiteRun(RunSettings settings, PrintWriter text, PrintWriter progress) {
    this.settings = settings;
    this.options = CompileOptions.of(settings.options());
    this.text = text;
    this.progress = progress;
  }

  /// What came of a suite, and under what circumstances.
  public record Outcome(SuiteDocument.Setting setting, SuiteResult result) {}

  /// Runs the cases whose names match.
  ///
  /// @throws ModelException where there is none
  public Outcome run(Suite suite) throws IOException {
    try (TemporaryFolder folder = TemporaryFolder.create("certosina-bench");
        PeerSet peers =
            PeerSet.of(
                settings.peers(),
                settings.threads(),
                folder.path(),
                ModelCache.folder(settings.options()),
                !settings.quick())) {
      double peak = MachinePeak.measure(options, settings.threads(), folder.path());
      List<List<SuiteCase>> groups = chosen(suite, suite.cases(folder.path()), peak);
      var loaded = new ArrayList<Peer>();
      SuiteDocument.Setting setting = setting(suite, peers, loaded);
      printSetting(setting, peak);
      var table = new SuiteTable(text, loaded.stream().map(Peer::name).toList(), peak);
      table.printHeader();
      var turns = new Interleaved(effort(), settings.threads());
      var measure =
          new MeasureCase(
              suite.smallest(folder.path()), loaded, settings.threads(), turns, peak, progress);
      SuiteResult result = run(suite, groups, measure, table, peak);
      table.printSummary(result, suite.groups());
      return new Outcome(setting, result);
    }
  }

  private Effort effort() {
    return settings.quick() ? Effort.QUICK : Effort.FULL;
  }

  /// @param loaded gets those peers that this machine can load
  private SuiteDocument.Setting setting(Suite suite, PeerSet peers, List<Peer> loaded) {
    var versions = new LinkedHashMap<String, String>();
    var texts = new LinkedHashMap<String, String>();
    for (Peer peer : peers.peers()) {
      try {
        PeerProcess.Description description = peer.describe();
        versions.put(peer.name(), description.version());
        texts.put(peer.name(), description.settings());
        loaded.add(peer);
      } catch (ModelException | PeerCrash e) {
        progress.println("left out: " + e.getMessage());
      }
    }
    String target = options.targets().getFirst().name();
    return new SuiteDocument.Setting(suite.name(), target, settings.threads(), versions, texts);
  }

  private SuiteResult run(
      Suite suite,
      List<List<SuiteCase>> groups,
      MeasureCase measure,
      SuiteTable table,
      double peak) {
    var results = new ArrayList<CaseResult>();
    var failures = new LinkedHashMap<String, String>();
    long total = groups.stream().mapToLong(List::size).sum();
    long done = 0;
    for (List<SuiteCase> group : groups) {
      var measured = new ArrayList<CaseResult>();
      for (SuiteCase one : group) {
        progress.printf("%d of %d: %s%n", ++done, total, one.name());
        progress.flush();
        try {
          CaseResult result = measure.measure(one);
          table.printCase(result);
          measured.add(result);
        } catch (ModelException e) {
          failures.put(one.name(), String.valueOf(e.getMessage()));
        }
      }
      table.printFormulas(measured, suite.asked(group.getFirst().group()));
      results.addAll(measured);
    }
    return new SuiteResult(peak, results, failures);
  }

  /// The cases by group; of a quick run, the shortest one that counts.
  private List<List<SuiteCase>> chosen(Suite suite, List<List<SuiteCase>> all, double peak) {
    List<List<SuiteCase>> matching =
        all.stream()
            .map(group ->
                group.stream()
                    .filter(one -> settings.filter().matcher(one.name()).matches())
                    .toList())
            .filter(group -> !group.isEmpty())
            .map(group -> settings.quick() ? List.of(shortest(group, peak)) : group)
            .toList();
    if (matching.isEmpty()) {
      throw new ModelException(
          "no case matches '%s'; there are, for example, %s"
              .formatted(settings.filter(), suite.examples()));
    }
    return matching;
  }

  private SuiteCase shortest(List<SuiteCase> cases, double peak) {
    Comparator<SuiteCase> byFloor =
        Comparator.comparingDouble(one -> one.floorMicros(peak, settings.threads()));
    return cases.stream()
        .filter(one -> one.floorMicros(peak, settings.threads()) >= CaseResult.LEAST_FLOOR_MICROS)
        .min(byFloor)
        .orElseGet(() -> cases.stream().max(byFloor).orElseThrow());
  }

  private void printSetting(SuiteDocument.Setting setting, double peak) {
    text.printf(
        Locale.ROOT,
        "%s on %s, %d thread%s, measured peak %.1f GFLOP/s%n",
        setting.suite(),
        setting.target(),
        setting.threads(),
        setting.threads() == 1 ? "" : "s",
        peak / GIGA);
    for (Map.Entry<String, String> peer : setting.peerVersions().entrySet()) {
      text.printf(
          "against %s %s: %s%n",
          peer.getKey(), peer.getValue(), setting.peerSettings().get(peer.getKey()));
    }
    text.flush();
  }
}
