package dev.certosina.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.search.Measurer.Measurement.Timed;
import dev.certosina.compiler.search.Trial;
import dev.certosina.compiler.search.TuningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TuningFolderTest {
  private final TuningKey key = new TuningKey("C[] += A[]", "x86-64-v4", 1, "0.1", "processor");
  private final Trial first = new Trial("one", new Timed(1.5));
  private final Trial second = new Trial("two", new Timed(2.5));

  @TempDir private Path cache;

  @Test
  void keepsTrialsInOrder() {
    var folder = new TuningFolder(cache);
    assertThat(folder.trials(key)).isEmpty();

    folder.appender(key).accept(first);
    folder.appender(key).accept(second);

    assertThat(new TuningFolder(cache).trials(key)).containsExactly(first, second);
    assertThat(folder.records().trials(key)).containsExactly(first, second);
  }

  @Test
  void keepsKeysApart() {
    var folder = new TuningFolder(cache);
    folder.appender(key).accept(first);

    var other = new TuningKey(key.computation(), key.target(), 2, key.version(), "processor");

    assertThat(folder.trials(other)).isEmpty();
  }

  @Test
  void goesOnAfterATornLine() throws IOException {
    var folder = new TuningFolder(cache);
    folder.appender(key).accept(first);
    folder.appender(key).accept(second);
    byte[] whole = Files.readAllBytes(folder.file(key));
    Files.write(folder.file(key), java.util.Arrays.copyOf(whole, whole.length - 5));

    folder.appender(key).accept(second);

    assertThat(folder.trials(key)).containsExactly(first, second);
    assertThat(Files.readAllLines(folder.file(key))).hasSize(4);
  }

  @Test
  void passesOverBytesThatAreNoText() throws IOException {
    var folder = new TuningFolder(cache);
    folder.appender(key).accept(first);
    byte[] noText = {(byte) 0xff, 0, (byte) 0xc0, '\n', (byte) 0x80};
    Files.write(folder.file(key), noText, StandardOpenOption.APPEND);
    folder.appender(key).accept(second);

    assertThat(folder.trials(key)).containsExactly(first, second);
    assertThat(folder.records().trials(key)).containsExactly(first, second);
    assertThat(folder.spentNanos(key)).isZero();
  }

  @Test
  void addsUpWhatWasSpent() throws IOException {
    var folder = new TuningFolder(cache);
    assertThat(folder.spentNanos(key)).isZero();

    folder.addSpent(key, 1_000);
    folder.appender(key).accept(first);
    folder.addSpent(key, 20);
    Files.writeString(folder.file(key), "spent nanoseconds 9", StandardOpenOption.APPEND);

    assertThat(folder.spentNanos(key)).isEqualTo(1_029);
    assertThat(folder.trials(key)).containsExactly(first);
  }

  @Test
  void takesLinesFromSeveralThreadsWhole() {
    var folder = new TuningFolder(cache);
    List<Trial> trials =
        IntStream.range(0, 200).mapToObj(i -> new Trial("number " + i, new Timed(i))).toList();

    trials.parallelStream().forEach(folder.appender(key));

    assertThat(folder.trials(key)).containsExactlyInAnyOrderElementsOf(trials);
  }
}
