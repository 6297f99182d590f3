package dev.certosina.bench.suite;

import dev.certosina.bench.measure.Interleaved;
import dev.certosina.bench.measure.LocalCall;
import dev.certosina.bench.measure.Timed;
import dev.certosina.bench.measure.Times;
import dev.certosina.bench.peer.Peer;
import dev.certosina.bench.peer.ResultCheck;
import dev.certosina.peers.operator.Float64Reference;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.PreparedOperator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What it costs each engine to be called: a case with as little to compute as there is.
final class EmptyCalls {
  private static final long SEED = 1;

  /// The JVM compiles what leads to a native call only after many calls.
  private static final long WARM_UP_NANOS = 400_000_000;

  /// Of noisy times a low one is nearest to what a call costs by itself.
  private static final double QUANTILE = 0.1;

  private final Map<String, Times> times;

  /// @param smallest the product of two matrices of one element
  EmptyCalls(SuiteCase smallest, List<Peer> peers, Interleaved turns) {
    Operands operands = Operands.random(smallest.problem(), SEED);
    double[] expected = Float64Reference.evaluate(smallest.problem(), operands);
    ResultCheck check = found -> Float64Reference.excess(smallest.problem(), expected, found);
    var calls = new LinkedHashMap<String, Timed>();
    try (PreparedOperator own = smallest.ours().apply(operands).operator()) {
      calls.put(MeasureCase.OURS, new LocalCall(own::run));
      for (Peer peer : peers) {
        peer.select(smallest.problem(), SEED, check, turns)
            .call()
            .ifPresent(call -> calls.put(peer.name(), call));
      }
      calls.values().forEach(call -> call.warmUp(WARM_UP_NANOS));
      times = turns.time(calls, smallest.problem().operations());
    }
  }

  /// 0 for an engine that could not run the smallest case.
  double micros(String engine) {
    return Optional.ofNullable(times.get(engine)).map(found -> found.micros(QUANTILE)).orElse(0.0);
  }
}
