package dev.certosina.bench.peer;

import dev.certosina.ModelException;
import dev.certosina.bench.measure.LocalCall;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorPeer;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.OperatorWay;
import dev.certosina.peers.operator.PreparedOperator;
import dev.certosina.peers.operator.ProblemText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// One peer within a child process: its current problem, and what is ready to run.
final class PeerServer {
  private final OperatorPeer peer;
  private final int threads;
  private List<OperatorWay> ways = List.of();
  private final Map<Integer, Ready> ready = new TreeMap<>();
  private int nextNumber;

  /// Copies of one operator, with weights of their own, which take turns.
  private record Ready(List<PreparedOperator> copies, LocalCall call) {
    static Ready of(List<PreparedOperator> copies) {
      var turn = new int[1];
      return new Ready(
          copies,
          new LocalCall(() -> {
            copies.get(turn[0]).run();
            turn[0] = turn[0] + 1 == copies.size() ? 0 : turn[0] + 1;
          }));
    }

    void close() {
      copies.forEach(PreparedOperator::close);
    }
  }

  PeerServer(OperatorPeer peer, int threads) {
    this.peer = peer;
    this.threads = threads;
  }

  List<String> describe() {
    return List.of(peer.version(), peer.settings());
  }

  List<String> open(String problem, long seed) {
    ready.values().forEach(Ready::close);
    ready.clear();
    OperatorProblem parsed = ProblemText.parse(problem);
    ways = peer.ways(parsed, Operands.random(parsed, seed), threads);
    return ways.stream().map(OperatorWay::text).toList();
  }

  List<String> prepare(int way, int copies) {
    var prepared = new ArrayList<PreparedOperator>();
    try {
      for (int i = 0; i < copies; i++) {
        prepared.add(ways.get(way).prepare());
      }
    } catch (ModelException e) {
      prepared.forEach(PreparedOperator::close);
      throw e;
    }
    int number = nextNumber++;
    ready.put(number, Ready.of(prepared));
    return List.of(Integer.toString(number), prepared.getFirst().formula());
  }

  void writeOutput(int number, Path file) throws IOException {
    float[] output = find(number).copies.getFirst().output();
    try (var channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = channel.map(MapMode.READ_WRITE, 0, (long) output.length * Float.BYTES);
      bytes.order(ByteOrder.nativeOrder()).asFloatBuffer().put(output);
    }
  }

  long warmUp(int number, long nanos) {
    return find(number).call.warmUp(nanos);
  }

  double time(int number) {
    return find(number).call.nanosPerCall();
  }

  void close(int number) {
    find(number).close();
    ready.remove(number);
  }

  private Ready find(int number) {
    return Optional.ofNullable(ready.get(number))
        .orElseThrow(() -> new ModelException("%s: nothing is ready".formatted(peer.name())));
  }
}
