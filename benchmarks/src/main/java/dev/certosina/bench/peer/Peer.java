package dev.certosina.bench.peer;

import dev.certosina.bench.measure.Interleaved;
import dev.certosina.bench.measure.Times;
import dev.certosina.bench.peer.PeerProcess.Description;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.ProblemText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An engine to compare with, in one or more variants: releases or settings that differ in speed.
/// Each has a process of its own.
///
/// The first variant counts unless another is faster by more than five per cent, which is measured
/// once for each case on a machine.
public final class Peer implements AutoCloseable {
  private static final double CLEARLY_FASTER = 1.05;

  private final List<PeerProcess> variants;
  private final PreferredVariants preferred;
  private final int threads;

  /// @param variants one or more; their labels differ, and the first has none
  Peer(List<PeerProcess> variants, PreferredVariants preferred, int threads) {
    this.variants = List.copyOf(variants);
    this.preferred = preferred;
    this.threads = threads;
  }

  public String name() {
    return variants.getFirst().name();
  }

  /// What the engine says about itself; starts its processes.
  public Description describe() {
    Description standard = variants.getFirst().describe();
    var settings = new StringBuilder(standard.settings());
    for (PeerProcess other : variants.subList(1, variants.size())) {
      settings.append("; ").append(other.label()).append(" where that is faster by more than 5 %");
    }
    return new Description(standard.version(), settings.toString());
  }

  /// Finds the fastest right way of computing a problem.
  ///
  /// @param seed of the operands
  public Selection select(
      OperatorProblem problem, long seed, ResultCheck check, Interleaved turns) {
    if (variants.size() == 1) {
      return new FastestWay(variants.getFirst(), problem, seed).find(check, turns);
    }
    String key = key(problem);
    Optional<PeerProcess> known =
        preferred
            .find(key)
            .flatMap(
                label -> variants.stream().filter(one -> one.label().equals(label)).findFirst());
    if (known.isPresent()) {
      return new FastestWay(known.get(), problem, seed).find(check, turns);
    }
    Selection best = compare(problem, seed, check, turns);
    best.call().ifPresent(call -> preferred.put(key, call.process().label()));
    return best;
  }

  private Selection compare(
      OperatorProblem problem, long seed, ResultCheck check, Interleaved turns) {
    var all = new ArrayList<Selection>();
    for (PeerProcess variant : variants) {
      all.add(new FastestWay(variant, problem, seed).find(check, turns));
    }
    List<Selection> found = all.stream().filter(one -> one.call().isPresent()).toList();
    if (found.isEmpty()) {
      return all.getFirst();
    }
    List<RemoteCall> calls = found.stream().flatMap(one -> one.call().stream()).toList();
    List<Times> times = turns.quickly(calls);
    int best = 0;
    for (int i = 1; i < times.size(); i++) {
      if (times.get(best).medianMicros() > CLEARLY_FASTER * times.get(i).medianMicros()) {
        best = i;
      }
    }
    return found.get(best);
  }

  /// All that the choice depends on, on one machine.
  private String key(OperatorProblem problem) {
    return "%s %s threads %d: %s"
        .formatted(
            name(),
            variants.stream().map(PeerProcess::label).toList(),
            threads,
            ProblemText.print(problem));
  }

  /// The same way with several copies of its weights, which take turns.
  public static RemoteCall copies(RemoteCall call, int copies) {
    if (copies == 1) {
      return call;
    }
    call.process().close(call.prepared());
    return new RemoteCall(call.process(), call.process().prepare(call.prepared().way(), copies));
  }

  @Override
  public void close() {
    variants.forEach(PeerProcess::close);
  }
}
