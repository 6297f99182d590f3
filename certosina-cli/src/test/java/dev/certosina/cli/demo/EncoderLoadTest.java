package dev.certosina.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.Certosina;
import dev.certosina.Model;
import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Long and concurrent use: memory stays flat, nothing is compiled, nobody waits for ever.
class EncoderLoadTest {
  private static final int CALLERS = 8;

  /// Resident memory may grow by this factor after the warm-up.
  private static final double GROWTH = 1.05;

  @Test
  void memoryIsFlatOverAThousandRuns() throws IOException {
    runAtRandomLengths(1000, 300, 64);
  }

  @Tag("slow")
  @Test
  void memoryIsFlatOverTenThousandRuns() throws IOException {
    runAtRandomLengths(10_000, 500, 128);
  }

  private static void runAtRandomLengths(int runs, int warmUp, int longest) throws IOException {
    Random random = new Random(11);
    try (Model model = load(Options.builder().threads(2));
        Session session = model.newSession()) {
      long settled = 0;
      for (int i = 0; i < runs; i++) {
        // The longest length comes early, so that later growth is a leak and not a new maximum.
        int length = i == 0 ? longest : 1 + random.nextInt(longest);
        session.run(Encoders.inputs(1, length, i));
        if (i == warmUp) {
          settled = residentKilobytes();
        }
      }
      long end = residentKilobytes();
      assertThat((double) end).as("resident kB, %d settled", settled).isLessThan(settled * GROWTH);
      assertThat(model.statistics().compilations()).isZero();
    }
  }

  @Test
  @Timeout(120)
  void eightCallersOnTwoSessionsGetTheirOwnResults() throws Exception {
    try (Model model = load(Options.builder().threads(2));
        Session one = model.newSession();
        Session two = model.newSession()) {
      callConcurrently(one, two);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  @Timeout(120)
  void anExecutorOfOneThreadIsEnough(int threads) throws Exception {
    try (ExecutorService lender = Executors.newSingleThreadExecutor();
        Model model = load(Options.builder().threads(threads).executor(lender));
        Session session = model.newSession()) {
      callConcurrently(session, session);
    }
  }

  @Test
  void aTokenOutsideTheVocabularyIsRefusedByName() {
    try (Model model = load(Options.builder().threads(1));
        Session session = model.newSession()) {
      Map<String, Tensor> inputs = Encoders.inputs(new long[] {101, 30522, 102}, 1, 3);
      assertThatThrownBy(() -> session.run(inputs))
          .isInstanceOf(ModelException.class)
          .hasMessage(
              "input 'input_ids': element 1 is 30522, outside the axis that it selects from");
    }
  }

  private static void callConcurrently(Session one, Session two) throws Exception {
    List<Map<String, Tensor>> inputs = new ArrayList<>();
    List<List<int[]>> expected = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      inputs.add(Encoders.inputs(1 + caller % 2, 3 + 7L * caller, caller));
      expected.add(Encoders.bits(one.run(inputs.get(caller))));
    }
    try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      List<Future<?>> done = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        int number = caller;
        Session session = caller % 2 == 0 ? one : two;
        done.add(
            callers.submit(() -> {
              for (int i = 0; i < 20; i++) {
                List<int[]> bits = Encoders.bits(session.run(inputs.get(number)));
                assertThat(bits).usingRecursiveComparison().isEqualTo(expected.get(number));
              }
            }));
      }
      for (Future<?> future : done) {
        future.get(100, TimeUnit.SECONDS);
      }
    }
  }

  private static Model load(Options.Builder options) {
    return Certosina.load(
        Encoders.file(Encoders.MINILM), options.cacheFolder(Encoders.FOLDER).build());
  }

  private static long residentKilobytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    Assumptions.assumeTrue(Files.isReadable(status), "resident memory is read from /proc");
    System.gc();
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IOException("no VmRSS in " + status);
  }
}
