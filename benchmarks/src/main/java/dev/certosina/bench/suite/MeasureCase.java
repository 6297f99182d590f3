package dev.certosina.bench.suite;

import dev.certosina.ModelException;
import dev.certosina.bench.measure.Interleaved;
import dev.certosina.bench.measure.LocalCall;
import dev.certosina.bench.measure.Timed;
import dev.certosina.bench.measure.Times;
import dev.certosina.bench.ours.OurOperators.Ours;
import dev.certosina.bench.peer.Peer;
import dev.certosina.bench.peer.PeerCrash;
import dev.certosina.bench.peer.RemoteCall;
import dev.certosina.bench.peer.ResultCheck;
import dev.certosina.bench.peer.Selection;
import dev.certosina.bench.peer.Selection.Missing;
import dev.certosina.bench.report.CaseResult;
import dev.certosina.bench.report.EngineTime;
import dev.certosina.peers.operator.Operands;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Checks all engines on one case, then times them in turns.
final class MeasureCase {
  static final String OURS = "ours";

  private static final long SEED = 1;

  /// Cases with a floor below this have the cost of an empty call taken off.
  private static final double TINY_MICROS = 50;

  private final List<Peer> peers;
  private final int threads;
  private final Interleaved turns;
  private final double peak;
  private final PrintWriter progress;
  private final EmptyCalls empty;

  /// @param smallest whose time is that of an empty call
  /// @param peak operations per second
  /// @param progress where it is said which ways of a peer are left out
  MeasureCase(
      SuiteCase smallest,
      List<Peer> peers,
      int threads,
      Interleaved turns,
      double peak,
      PrintWriter progress) {
    this.peers = List.copyOf(peers);
    this.threads = threads;
    this.turns = turns;
    this.peak = peak;
    this.progress = progress;
    this.empty = new EmptyCalls(smallest, peers, turns);
  }

  /// @throws ModelException where our side refuses the case or its result is wrong
  CaseResult measure(SuiteCase one) {
    Operands operands = Operands.random(one.problem(), SEED);
    ResultCheck check = Checks.of(one.problem(), operands);
    Ours compiled = one.ours().apply(operands);
    try (var ours = compiled.operator()) {
      double excess = check.excess(ours.output());
      if (!(excess <= 1)) {
        throw new ModelException(
            "our result is wrong: its error is %.1f times the one allowed".formatted(excess));
      }
      var calls = new LinkedHashMap<String, RemoteCall>();
      var missing = new LinkedHashMap<String, String>();
      for (Peer peer : peers) {
        Selection selected = peer.select(one.problem(), SEED, check, turns);
        selected.remarks().forEach(remark -> progress.println(one.name() + ": " + remark));
        selected
            .call()
            .ifPresentOrElse(
                call -> calls.put(peer.name(), Peer.copies(call, one.copies())),
                () -> missing.put(peer.name(), selected.missing().word()));
      }
      progress.flush();
      return timed(one, new LocalCall(ours::run), ours.formula(), compiled.tuned(), calls, missing);
    }
  }

  /// Takes turns; an engine whose process ends meanwhile drops out, and the others start anew.
  private CaseResult timed(
      SuiteCase one,
      LocalCall own,
      String formula,
      boolean tuned,
      Map<String, RemoteCall> calls,
      Map<String, String> missing) {
    while (true) {
      var engines = new LinkedHashMap<String, Timed>();
      engines.put(OURS, own);
      engines.putAll(calls);
      try {
        Map<String, Times> times = turns.time(engines, one.problem().operations());
        var results = new LinkedHashMap<String, EngineTime>();
        calls.forEach((name, call) -> results.put(name, time(one, name, call.formula(), times)));
        return new CaseResult(
            one.name(),
            one.group(),
            one.problem().operations(),
            one.floorMicros(peak, threads),
            time(one, OURS, formula, times),
            results,
            missing,
            tuned);
      } catch (PeerCrash e) {
        progress.println(one.name() + ": " + e.getMessage());
        calls.remove(e.peer());
        missing.put(e.peer(), Missing.CRASHED.word());
      }
    }
  }

  private EngineTime time(SuiteCase one, String engine, String formula, Map<String, Times> times) {
    double floor = one.floorMicros(peak, threads);
    double emptyMicros = floor < TINY_MICROS ? empty.micros(engine) : 0;
    return new EngineTime(formula, Objects.requireNonNull(times.get(engine)), emptyMicros, floor);
  }
}
