package dev.certosina.bench.amos;

import dev.certosina.ModelException;
import dev.certosina.bench.measure.Interleaved;
import dev.certosina.bench.measure.Times;
import dev.certosina.bench.ours.OurOperators;
import dev.certosina.bench.ours.OurOperators.Ours;
import dev.certosina.bench.report.CaseResult;
import dev.certosina.bench.report.EngineTime;
import dev.certosina.peers.operator.Float64Reference;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorPeer;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.PreparedOperator;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Checks all engines on one case, then times them in turns.
final class MeasureCase implements AutoCloseable {
  private static final long SEED = 1;
  private static final String OURS = "ours";

  /// Cases with a floor below this have the cost of an empty call taken off.
  private static final double TINY_MICROS = 50;

  private final OurOperators ours;
  private final List<OperatorPeer> peers;
  private final int threads;
  private final Interleaved turns;
  private final double peak;
  private final PrintWriter progress;
  private final EmptyCalls empty;

  /// @param progress where it is said which ways of a peer are wrong
  MeasureCase(
      OurOperators ours,
      List<OperatorPeer> peers,
      int threads,
      Interleaved turns,
      double peak,
      PrintWriter progress) {
    this.ours = ours;
    this.peers = peers;
    this.threads = threads;
    this.turns = turns;
    this.peak = peak;
    this.progress = progress;
    this.empty = new EmptyCalls(ours, peers, threads, turns);
  }

  /// @throws ModelException where our side refuses the case or its result is wrong
  CaseResult measure(AmosCase one) {
    OperatorProblem problem = one.problem();
    Operands operands = Operands.random(problem, SEED);
    double[] expected = Float64Reference.evaluate(problem, operands);
    var engines = new LinkedHashMap<String, PreparedOperator>();
    try {
      Ours compiled = ours.prepare(one.operator(), one.configuration(), one.binding(), operands);
      engines.put(OURS, compiled.operator());
      requireRight(problem, expected, compiled.operator());
      for (OperatorPeer peer : peers) {
        addFastest(engines, peer, one, expected, operands);
      }
      return timed(one, engines, compiled.tuned());
    } finally {
      engines.values().forEach(PreparedOperator::close);
    }
  }

  private static void requireRight(
      OperatorProblem problem, double[] expected, PreparedOperator operator) {
    double excess = Float64Reference.excess(problem, expected, operator.output());
    if (!(excess <= 1)) {
      throw new ModelException(
          "our result is wrong: its error is %.1f times the one allowed".formatted(excess));
    }
  }

  /// Adds the fastest of the peer's ways whose result is right, if there is one.
  private void addFastest(
      Map<String, PreparedOperator> engines,
      OperatorPeer peer,
      AmosCase one,
      double[] expected,
      Operands operands) {
    var right = new ArrayList<PreparedOperator>();
    for (PreparedOperator way : peer.prepare(one.problem(), operands, threads)) {
      double excess = Float64Reference.excess(one.problem(), expected, way.output());
      if (excess <= 1) {
        right.add(way);
      } else {
        progress.printf("%s: left out, for its result is wrong: %s%n", peer.name(), way.formula());
        way.close();
      }
    }
    if (right.isEmpty()) {
      return;
    }
    List<Runnable> calls = right.stream().<Runnable>map(way -> way::run).toList();
    PreparedOperator best = right.remove(turns.fastest(calls));
    right.forEach(PreparedOperator::close);
    engines.put(peer.name(), best);
  }

  private CaseResult timed(AmosCase one, Map<String, PreparedOperator> engines, boolean tuned) {
    var calls = new LinkedHashMap<String, Runnable>();
    engines.forEach((name, engine) -> calls.put(name, engine::run));
    double floor = one.floorMicros(peak, threads);
    Map<String, Times> times = turns.time(calls, one.problem().operations());
    var results = new LinkedHashMap<String, EngineTime>();
    engines.forEach((name, engine) -> {
      double emptyMicros = floor < TINY_MICROS ? empty.micros(name) : 0;
      Times measured = Objects.requireNonNull(times.get(name));
      results.put(name, new EngineTime(engine.formula(), measured, emptyMicros, floor));
    });
    EngineTime oursTime = Objects.requireNonNull(results.remove(OURS));
    return new CaseResult(
        one.name(),
        one.operator().name(),
        one.problem().operations(),
        floor,
        oursTime,
        results,
        tuned);
  }

  @Override
  public void close() {
    empty.close();
  }
}
