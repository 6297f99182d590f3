package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Graph.Attribute;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a BatchNormalization with constant f32 parameters does to each channel: `x * factor +
/// shift`, in f64.
public record ChannelScale(List<Double> factors, List<Double> shifts) {
  public ChannelScale {
    factors = List.copyOf(factors);
    shifts = List.copyOf(shifts);
  }

  /// The operator's default ε.
  public static final float EPSILON = 1e-5f;

  private static final int PARAMETERS = 4;
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Empty where a parameter is no f32 constant.
  ///
  /// @param node a BatchNormalization that shape inference has accepted
  public static Optional<ChannelScale> of(Node node, Map<String, Initializer> initializers) {
    List<float[]> parameters = new ArrayList<>();
    for (int i = 1; i <= PARAMETERS; i++) {
      Optional<float[]> values = node.input(i).map(initializers::get).flatMap(ChannelScale::floats);
      if (values.isEmpty()) {
        return Optional.empty();
      }
      parameters.add(values.get());
    }
    float epsilon =
        node.attributes().get("epsilon") instanceof Attribute.FloatValue(float value)
            ? value
            : EPSILON;
    return Optional.of(of(parameters, epsilon));
  }

  private static ChannelScale of(List<float[]> parameters, float epsilon) {
    int channels = parameters.getFirst().length;
    List<Double> factors = new ArrayList<>();
    List<Double> shifts = new ArrayList<>();
    for (int c = 0; c < channels; c++) {
      double factor = parameters.get(0)[c] / Math.sqrt((double) parameters.get(3)[c] + epsilon);
      factors.add(factor);
      shifts.add(parameters.get(1)[c] - parameters.get(2)[c] * factor);
    }
    return new ChannelScale(factors, shifts);
  }

  /// The elements of an f32 constant.
  static Optional<float[]> floats(Initializer initializer) {
    return initializer.type() == ElementType.FLOAT32
        ? Optional.of(initializer.data().toArray(FLOAT))
        : Optional.empty();
  }

  /// `values` rounded to f32.
  public static Initializer vector(String name, double[] values) {
    return tensor(name, List.of((long) values.length), values);
  }

  /// `values` rounded to f32, row-major.
  static Initializer tensor(String name, List<Long> shape, double[] values) {
    MemorySegment data = MemorySegment.ofArray(new byte[values.length * Float.BYTES]);
    for (int i = 0; i < values.length; i++) {
      data.set(FLOAT, (long) i * Float.BYTES, (float) values[i]);
    }
    return new Initializer(name, ElementType.FLOAT32, shape, data);
  }
}
