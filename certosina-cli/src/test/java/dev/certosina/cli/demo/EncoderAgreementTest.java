package dev.certosina.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.Certosina;
import dev.certosina.Model;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.cli.engine.Peers;
import dev.certosina.runtime.exec.CpuFeatures;
import dev.certosina.spi.Peer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Real encoders agree with ONNX Runtime within 1e-4 at every length and batch, on both vector
/// widths, in plain and checked kernels.
class EncoderAgreementTest {
  private static final double LIMIT = 1e-4;
  private static final int[] LENGTHS = {
    1, 2, 3, 7, 8, 9, 16, 31, 37, 64, 100, 127, 128, 129, 255, 256, 257, 511, 512
  };
  private static final int[] BATCHES = {1, 2, 5, 16};

  @ParameterizedTest
  @CsvSource({"x86-64-v4, false", "x86-64-v3, false", "x86-64-v4, true", "x86-64-v3, true"})
  void minilmAgreesAtSomeLengths(String target, boolean checked) {
    compare(Encoders.MINILM, target, checked, new int[] {1, 2, 7, 16, 37, 129}, new int[] {1, 3});
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "all-minilm-l6-v2.onnx, x86-64-v4, false",
    "all-minilm-l6-v2.onnx, x86-64-v3, false",
    "all-minilm-l6-v2.onnx, x86-64-v4, true",
    "all-minilm-l6-v2.onnx, x86-64-v3, true",
    "bge-small-en-v1.5.onnx, x86-64-v4, false",
    "bge-small-en-v1.5.onnx, x86-64-v3, false",
    "bge-small-en-v1.5.onnx, x86-64-v4, true",
    "bge-small-en-v1.5.onnx, x86-64-v3, true"
  })
  void encodersAgreeAtAllLengthsAndBatches(String name, String target, boolean checked) {
    compare(name, target, checked, LENGTHS, BATCHES);
  }

  private static void compare(
      String name, String target, boolean checked, int[] lengths, int[] batches) {
    boolean wide = target.equals("x86-64-v4");
    Assumptions.assumeTrue(
        CpuFeatures.flags().contains(wide ? "avx512f" : "avx2"),
        () -> "this CPU cannot run " + target);
    Path file = Encoders.file(name);
    Options options =
        Options.builder()
            .cacheFolder(Encoders.FOLDER)
            .target(target)
            .checked(checked)
            .threads(2)
            .build();
    Peer peer = Peers.named(List.of("onnxruntime")).getFirst();
    try (Model model = Certosina.load(file, options);
        Session session = model.newSession();
        Peer.Loaded reference = peer.load(file, 2)) {
      for (int length : lengths) {
        for (int batch : batches) {
          compare(session, reference, batch, length);
        }
      }
      assertThat(model.statistics().compilations()).as("compilations after loading").isZero();
    }
  }

  private static void compare(Session session, Peer.Loaded reference, int batch, int length) {
    Map<String, Tensor> inputs = Encoders.maskedInputs(batch, length, 31L * batch + length);
    Map<String, Tensor> outputs = session.run(inputs);
    try (Peer.Call call = reference.bind(inputs)) {
      call.outputs()
          .forEach((output, expected) ->
              assertThat(largestDifference(Objects.requireNonNull(outputs.get(output)), expected))
                  .as("output %s at batch %d, length %d", output, batch, length)
                  .isLessThan(LIMIT));
    }
  }

  private static double largestDifference(Tensor actual, Tensor expected) {
    assertThat(actual.shape()).isEqualTo(expected.shape());
    float[] left = actual.toFloatArray();
    float[] right = expected.toFloatArray();
    double largest = 0;
    for (int i = 0; i < left.length; i++) {
      double difference = Math.abs((double) left[i] - right[i]);
      largest = Double.isNaN(difference) ? Double.NaN : Math.max(largest, difference);
    }
    return largest;
  }
}
