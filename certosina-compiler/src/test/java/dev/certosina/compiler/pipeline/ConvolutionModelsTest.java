package dev.certosina.compiler.pipeline;

import dev.certosina.ElementType;
import dev.certosina.Tensor;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.onnx.OnnxReader;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.testkit.OnnxBuilder;
import dev.certosina.testkit.OnnxRuntimePeer;
import dev.certosina.testkit.Seed;
import dev.certosina.testkit.Tolerance;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Compares image models of random sizes, at several batches and resolutions of one compilation,
/// with ONNX Runtime.
class ConvolutionModelsTest {
  private static final int MODELS = 8;
  private static final int CHANNELS = 8;
  private static final Tolerance TOLERANCE = new Tolerance(1e-4, 1e-5);

  private final RandomGenerator random = Seed.generator();

  @Test
  void agreeOnOneConvolution() {
    compare(convolution(), CHANNELS);
  }

  @Test
  @Tag("slow")
  void agreeOnManyConvolutions() {
    for (int i = 0; i < MODELS; i++) {
      compare(convolution(), CHANNELS);
    }
  }

  @Test
  void agreeWhereBatchNormalizationIsFolded() {
    int channels = 5;
    OnnxBuilder model = start(channels).output("y");
    weights(model, "w", 12, channels, 3, 3);
    for (String name : List.of("scale", "bias", "mean", "variance")) {
      weights(model, name, 12);
    }
    model.node("Abs", List.of("variance"), List.of("positive"));
    model.node("Conv", List.of("x", "w"), List.of("c"), a -> a.setInts("pads", 1, 1, 1, 1));
    model.node(
        "BatchNormalization", List.of("c", "scale", "bias", "mean", "positive"), List.of("b"));
    model.node("Relu", List.of("b"), List.of("y"));
    compare(model.bytes(), channels);
  }

  @Test
  @Tag("slow")
  void agreeOnResidualBlocks() {
    int channels = 16;
    OnnxBuilder model = start(channels).output("y");
    weights(model, "w1", 20, channels, 3, 3);
    weights(model, "w2", 20, 20, 3, 3);
    weights(model, "w3", 20, channels, 1, 1);
    weights(model, "b1", 20);
    model.node("Conv", List.of("x", "w1", "b1"), List.of("c1"), a -> same(a, 2));
    model.node("Relu", List.of("c1"), List.of("r1"));
    model.node("Conv", List.of("r1", "w2", "b1"), List.of("c2"), a -> same(a, 1));
    model.node("Conv", List.of("x", "w3"), List.of("c3"), a -> a.setInts("strides", 2, 2));
    model.node("Add", List.of("c2", "c3"), List.of("s"));
    model.node("Relu", List.of("s"), List.of("y"));
    compare(model.bytes(), channels);
  }

  @Test
  void agreeOnPoolings() {
    OnnxBuilder model = start(6).output("y");
    model.node(
        "MaxPool",
        List.of("x"),
        List.of("m"),
        a -> a.setInts("kernel_shape", 3, 3).setInts("strides", 2, 2).setInts("pads", 1, 1, 1, 1));
    model.node(
        "AveragePool",
        List.of("m"),
        List.of("y"),
        a -> a.setInts("kernel_shape", 2, 3).setInts("pads", 1, 1, 0, 1).set("ceil_mode", 1));
    compare(model.bytes(), 6);
  }

  private static void same(OnnxBuilder.Attributes attributes, long stride) {
    attributes.setInts("pads", 1, 1, 1, 1).setInts("strides", stride, stride);
  }

  private static OnnxBuilder start(int channels) {
    return new OnnxBuilder(13)
        .input("x", ElementType.FLOAT32, "batch", channels, "height", "width");
  }

  /// One convolution with random attributes over 8 channels.
  private byte[] convolution() {
    int groups = List.of(1, 1, 2, CHANNELS).get(random.nextInt(4));
    int outputs = groups * (1 + random.nextInt(9));
    long height = 1L + random.nextInt(3);
    long width = 1L + random.nextInt(5);
    OnnxBuilder model = start(CHANNELS).output("y");
    weights(model, "w", outputs, CHANNELS / groups, height, width);
    weights(model, "b", outputs);
    List<String> inputs = random.nextBoolean() ? List.of("x", "w", "b") : List.of("x", "w");
    return model
        .node("Conv", inputs, List.of("y"), attributes -> attributes(attributes, groups))
        .bytes();
  }

  private void attributes(OnnxBuilder.Attributes attributes, int groups) {
    attributes
        .set("group", groups)
        .setInts("strides", 1 + random.nextInt(2), 1 + random.nextInt(3));
    switch (random.nextInt(4)) {
      case 0 -> attributes.set("auto_pad", "SAME_UPPER");
      case 1 -> attributes.set("auto_pad", "SAME_LOWER");
      case 2 ->
          attributes
              .setInts("pads", random.nextInt(3), 1, random.nextInt(3), random.nextInt(2))
              .setInts("dilations", 1 + random.nextInt(2), 1);
      default -> attributes.set("auto_pad", "VALID");
    }
  }

  private void weights(OnnxBuilder model, String name, long... shape) {
    List<Long> extents = new ArrayList<>();
    int count = 1;
    for (long extent : shape) {
      extents.add(extent);
      count *= (int) extent;
    }
    model.floats(name, extents, floats(count));
  }

  private float[] floats(int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextFloat() * 2 - 1;
    }
    return values;
  }

  private void compare(byte[] model, int channels) {
    Graph graph = OnnxReader.read(MemorySegment.ofArray(model), Path.of("."));
    try (var peer = new OnnxRuntimePeer(model);
        var ours = new CompiledGraph(graph, false)) {
      for (int[] size : new int[][] {{1, 7, 7}, {2, 15, 18}, {3, 9, 5}, {1, 31, 6}}) {
        long[] shape = {size[0], channels, size[1], size[2]};
        float[] values = floats(size[0] * channels * size[1] * size[2]);
        TensorValue expected = peer.run(Map.of("x", value(shape, values))).getFirst();
        DenseArray found = ours.run(Map.of("x", Tensor.of(values, shape))).orElseThrow();
        TOLERANCE.assertClose(
            Arrays.toString(shape), value(found.shape(), found.values()), expected);
      }
    }
  }

  private static TensorValue value(long[] shape, float[] values) {
    return new TensorValue(
        ElementType.FLOAT32, Arrays.stream(shape).boxed().toList(), MemorySegment.ofArray(values));
  }
}
