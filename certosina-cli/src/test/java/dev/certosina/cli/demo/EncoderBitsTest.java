package dev.certosina.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.Certosina;
import dev.certosina.Model;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A sentence has the same bits on any number of threads, alone and in any batch.
class EncoderBitsTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 37, 64, 129})
  void bitsAreTheSameOnOneTwoAndThreeThreads(int length) {
    Map<String, Tensor> inputs = Encoders.maskedInputs(2, length, length);
    List<int[]> first = run(1, inputs);
    for (int threads : new int[] {2, 3}) {
      List<int[]> other = run(threads, inputs);
      for (int i = 0; i < first.size(); i++) {
        assertThat(other.get(i)).as("output %d on %d threads", i, threads).isEqualTo(first.get(i));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 37, 100})
  void aSentenceAloneEqualsItselfInABatch(int length) {
    int batch = 5;
    Map<String, Tensor> together = Encoders.inputs(batch, length, length);
    long[] tokens = Objects.requireNonNull(together.get("input_ids")).toLongArray();
    List<int[]> all = run(2, together);
    for (int row = 0; row < batch; row++) {
      long[] own = Arrays.copyOfRange(tokens, row * length, (row + 1) * length);
      List<int[]> alone = run(2, Encoders.inputs(own, 1, length));
      for (int i = 0; i < alone.size(); i++) {
        int size = alone.get(i).length;
        int[] part = Arrays.copyOfRange(all.get(i), row * size, (row + 1) * size);
        assertThat(part).as("output %d of sentence %d", i, row).isEqualTo(alone.get(i));
      }
    }
  }

  private static List<int[]> run(int threads, Map<String, Tensor> inputs) {
    Options options = Options.builder().cacheFolder(Encoders.FOLDER).threads(threads).build();
    try (Model model = Certosina.load(Encoders.file(Encoders.MINILM), options);
        Session session = model.newSession()) {
      return Encoders.bits(session.run(inputs));
    }
  }
}
