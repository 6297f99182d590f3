package dev.certosina.bench.peer;

import dev.certosina.ModelException;
import dev.certosina.cli.trial.ChildSettings;
import dev.certosina.cli.trial.TrialProcess;
import dev.certosina.cli.trial.TrialProcess.Outcome;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.ProblemText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// A peer in a process of its own, which lives over many cases. Started at the first request, and
/// again after a crash.
///
/// Every request throws [PeerCrash] when the process ends over it, and [ModelException] when the
/// peer refuses it.
public final class PeerProcess implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final String name;
  private final String label;
  private final int threads;
  private final Path folder;
  private final TrialProcess process;
  private long loadedIn = -1;

  /// @param name of the peer
  /// @param label of the variant; empty for the standard one
  /// @param threads that one run may use
  /// @param folder where results may be written
  public PeerProcess(String name, String label, int threads, Path folder, ChildSettings settings) {
    this.name = name;
    this.label = label;
    this.threads = threads;
    this.folder = folder;
    this.process = new TrialProcess(settings);
  }

  /// What the engine says about itself.
  public record Description(String version, String settings) {}

  /// Something that the process has ready to run.
  ///
  /// @param way of those that [#open] gave
  /// @param formula what it runs, for people
  public record Prepared(int way, int number, String formula) {}

  public String name() {
    return name;
  }

  String label() {
    return label;
  }

  /// Number of the process; empty while there is none.
  OptionalLong pid() {
    return process.pid().map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  public Description describe() {
    List<String> results = call(Verb.LOAD, name, Integer.toString(threads));
    return new Description(results.get(0), results.get(1));
  }

  /// The texts of all ways of computing `problem` on operands from `seed`. What was prepared before
  /// is closed.
  public List<String> open(OperatorProblem problem, long seed) {
    if (loadedIn < 0 || pid().orElse(-1) != loadedIn) {
      describe();
      loadedIn = pid().orElse(-1);
    }
    return call(Verb.OPEN, ProblemText.print(problem), Long.toString(seed));
  }

  /// @param copies with weights of their own, which take turns when it is run
  public Prepared prepare(int way, int copies) {
    List<String> results = call(Verb.PREPARE, Integer.toString(way), Integer.toString(copies));
    return new Prepared(way, Integer.parseInt(results.get(0)), results.get(1));
  }

  /// Runs once and gives the result.
  public float[] output(Prepared prepared) {
    Path file = folder.resolve(name + ".result");
    call(Verb.OUTPUT, Integer.toString(prepared.number()), file.toAbsolutePath().toString());
    try (var channel = FileChannel.open(file)) {
      var elements = new float[Math.toIntExact(channel.size() / Float.BYTES)];
      channel
          .map(MapMode.READ_ONLY, 0, channel.size())
          .order(ByteOrder.nativeOrder())
          .asFloatBuffer()
          .get(elements);
      return elements;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void close(Prepared prepared) {
    call(Verb.CLOSE, Integer.toString(prepared.number()));
  }

  long warmUp(Prepared prepared, long nanos) {
    return Long.parseLong(
        call(Verb.WARM_UP, Integer.toString(prepared.number()), Long.toString(nanos)).getFirst());
  }

  double nanosPerCall(Prepared prepared) {
    return Double.parseDouble(call(Verb.TIME, Integer.toString(prepared.number())).getFirst());
  }

  private List<String> call(Verb verb, String... rest) {
    var arguments = new ArrayList<>(List.of(verb.name()));
    arguments.addAll(List.of(rest));
    return switch (process.call(PeerTask.class, arguments, LIMIT)) {
      case Outcome.Done(List<String> results) -> results;
      case Outcome.Failed(String reason) -> {
        if (pid().isEmpty()) {
          throw new PeerCrash(name, reason);
        }
        throw new ModelException(reason);
      }
    };
  }

  @Override
  public void close() {
    process.close();
  }
}
