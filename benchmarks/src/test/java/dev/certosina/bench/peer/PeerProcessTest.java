package dev.certosina.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.bench.measure.Effort;
import dev.certosina.bench.measure.Interleaved;
import dev.certosina.bench.peer.PeerProcess.Prepared;
import dev.certosina.bench.peer.Selection.Missing;
import dev.certosina.cli.trial.ChildSettings;
import dev.certosina.peers.operator.Float64Reference;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorProblem.Product;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PeerProcessTest {
  private static final long SEED = 5;
  private static final Interleaved TURNS = new Interleaved(Effort.QUICK, 2);
  private static final long WORK_NANOS = 300_000_000;

  @TempDir Path folder = Path.of("");

  private PeerProcess start(String name) {
    var settings = new ChildSettings(List.of(), ChildSettings.ownClassPath(), Map.of());
    var process = new PeerProcess(name, "", 2, folder, settings);
    try {
      process.describe();
    } catch (ModelException e) {
      process.close();
      Assumptions.abort("not on this machine: " + e.getMessage());
    }
    return process;
  }

  @ParameterizedTest
  @MethodSource("dev.certosina.bench.peer.OperatorPeers#names")
  void runsTheFastestRightWayOnTwoThreads(String name) throws IOException {
    var product = new Product(1, 384, 512, 512, true);
    double[] expected = Float64Reference.evaluate(product, Operands.random(product, SEED));
    try (PeerProcess process = start(name)) {
      Selection selected =
          new FastestWay(process, product, SEED)
              .find(found -> Float64Reference.excess(product, expected, found), TURNS);
      RemoteCall call = selected.call().orElseThrow();
      Map<Path, Long> before = processorNanos(process);
      call.warmUp(WORK_NANOS);
      Map<Path, Long> after = processorNanos(process);
      assertThat(
              after.entrySet().stream()
                  .filter(thread ->
                      thread.getValue() - before.getOrDefault(thread.getKey(), 0L)
                          > WORK_NANOS / 10))
          .as("threads that worked")
          .hasSize(2);
    }
  }

  /// Time that each thread has had a processor.
  private static Map<Path, Long> processorNanos(PeerProcess process) throws IOException {
    var nanos = new HashMap<Path, Long>();
    Path tasks = Path.of("/proc", Long.toString(process.pid().orElseThrow()), "task");
    Assumptions.assumeTrue(Files.isDirectory(tasks), "no /proc");
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        String stat = Files.readString(task.resolve("schedstat"));
        nanos.put(task, Long.valueOf(stat.split(" ")[0]));
      }
    }
    return nanos;
  }

  @Test
  void startsAgainAfterItsProcessEnded() {
    var product = new Product(1, 2, 3, 4, true);
    try (PeerProcess process = start("onednn")) {
      process.open(product, SEED);
      Prepared prepared = process.prepare(0, 2);
      assertThat(process.output(prepared)).hasSize(6);
      ProcessHandle.of(process.pid().orElseThrow()).orElseThrow().destroyForcibly();
      assertThatThrownBy(() -> process.output(prepared))
          .isInstanceOf(PeerCrash.class)
          .hasMessageStartingWith("onednn: crashed: the child process ended with code ");
      assertThat(process.open(product, SEED)).isNotEmpty();
      assertThatThrownBy(() -> process.output(prepared))
          .isInstanceOf(ModelException.class)
          .hasMessage("onednn: nothing is ready");
      assertThat(process.output(process.prepare(0, 1))).hasSize(6);
    }
  }

  @Test
  void leavesOutWhatIsWrong() {
    try (PeerProcess process = start("onednn")) {
      Selection selected =
          new FastestWay(process, new Product(1, 2, 3, 4, true), SEED).find(_ -> 2, TURNS);
      assertThat(selected.call()).isEmpty();
      assertThat(selected.missing()).isEqualTo(Missing.WRONG);
      assertThat(selected.remarks())
          .isNotEmpty()
          .allMatch(remark -> remark.startsWith("onednn: wrong result: "));
    }
  }
}
