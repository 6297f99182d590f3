package dev.certosina.bench.amos;

import dev.certosina.bench.measure.Interleaved;
import dev.certosina.bench.measure.Times;
import dev.certosina.bench.ours.OurOperators;
import dev.certosina.compiler.mapping.operators.Operators;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorPeer;
import dev.certosina.peers.operator.PreparedOperator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What it costs each engine to be called: the product of two matrices of one element.
final class EmptyCalls implements AutoCloseable {
  private static final String OURS = "ours";

  /// The JVM compiles what leads to a native call only after many calls.
  private static final int WARM_UP_CALLS = 20_000;

  /// Of noisy times a low one is nearest to what a call costs by itself.
  private static final double QUANTILE = 0.1;

  private final Map<String, Times> times;
  private final List<PreparedOperator> opened = new ArrayList<>();

  EmptyCalls(OurOperators ours, List<OperatorPeer> peers, int threads, Interleaved turns) {
    var product = Operators.find("gmm");
    AmosCase one = AmosCase.of(product, product.configuration(1, 1, 1));
    Operands operands = Operands.random(one.problem(), 1);
    var calls = new LinkedHashMap<String, Runnable>();
    PreparedOperator own =
        ours.prepare(product, one.configuration(), one.binding(), operands).operator();
    opened.add(own);
    calls.put(OURS, own::run);
    for (OperatorPeer peer : peers) {
      List<PreparedOperator> ways = peer.prepare(one.problem(), operands, threads);
      opened.addAll(ways);
      List<Runnable> runs = ways.stream().<Runnable>map(way -> way::run).toList();
      calls.put(peer.name(), runs.get(turns.fastest(runs)));
    }
    for (int i = 0; i < WARM_UP_CALLS; i++) {
      calls.values().forEach(Runnable::run);
    }
    times = turns.time(calls, one.problem().operations());
  }

  double micros(String engine) {
    return Objects.requireNonNull(times.get(engine)).micros(QUANTILE);
  }

  @Override
  public void close() {
    opened.forEach(PreparedOperator::close);
  }
}
