package dev.certosina.compiler.mapping.operators;

import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dims;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The fifteen operators as plain loops over their textbook definitions.
final class DirectOperators {
  private final String name;
  private final Map<String, Long> sizes;
  private final boolean channelsFirst;
  private final int batch;
  private final Map<String, Array> arrays = new LinkedHashMap<>();

  DirectOperators(
      String name,
      Map<String, Long> sizes,
      OperatorOptions options,
      Map<String, TensorValue> inputs) {
    this.name = name;
    this.sizes = sizes;
    this.channelsFirst = options.layout() == Layout.CHANNELS_FIRST;
    this.batch = (int) Dims.constantValue(options.batch()).orElseThrow();
    inputs.forEach((input, value) -> arrays.put(input, Array.of(value)));
  }

  /// The result's elements in the operator's layout.
  double[] result() {
    return switch (name) {
      case "gmv" -> product(size("M"), batch, size("K"), array("A"), array("B"));
      case "gmm" -> product(size("M") * batch, size("N"), size("K"), array("A"), array("B"));
      case "scn" -> sums();
      case "gfc" -> grouped();
      case "men" -> mean(false);
      case "var" -> mean(true);
      case "t2d" -> transposed();
      case "c3d" -> volume();
      default -> convolution();
    };
  }

  private static double[] product(int rows, int columns, int depth, Array a, Array b) {
    Array result = new Array(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        for (int k = 0; k < depth; k++) {
          result.add(a.at(i, k) * b.at(k, j), i, j);
        }
      }
    }
    return result.values;
  }

  private double[] sums() {
    int rows = size("M") * batch;
    Array result = new Array(rows, size("N"));
    for (int i = 0; i < rows; i++) {
      double sum = 0;
      for (int j = 0; j < size("N"); j++) {
        sum += j < size("K") ? array("A").at(i, j) : 0;
        result.add(sum, i, j);
      }
    }
    return result.values;
  }

  private double[] grouped() {
    int groups = size("groups");
    int inputs = size("I") / groups;
    int outputs = size("O") / groups;
    Array result = new Array(batch, groups, outputs);
    for (int[] at : result.indices()) {
      for (int c = 0; c < inputs; c++) {
        result.add(array("I").at(at[0], at[1], c) * array("W").at(at[1], c, at[2]), at);
      }
    }
    return result.values;
  }

  private double[] mean(boolean variance) {
    Array result = new Array(size("C"), 1);
    int pixels = batch * size("H") * size("H");
    for (int c = 0; c < size("C"); c++) {
      double sum = 0;
      double squares = 0;
      for (int n = 0; n < batch; n++) {
        for (int h = 0; h < size("H"); h++) {
          for (int w = 0; w < size("H"); w++) {
            double value = image(n, c, h, w);
            sum += value;
            squares += value * value;
          }
        }
      }
      double mean = sum / pixels;
      result.add(variance ? squares / pixels - mean * mean : mean, c, 0);
    }
    return result.values;
  }

  private double[] transposed() {
    int stride = size("stride");
    int extent = (size("H") - 1) * stride - 2 * size("pad") + size("R");
    Array result = output(size("C"), extent, extent);
    Array weights = array("W");
    for (int n = 0; n < batch; n++) {
      for (int c = 0; c < size("K"); c++) {
        for (int k = 0; k < size("C"); k++) {
          for (int h = 0; h < size("H"); h++) {
            for (int w = 0; w < size("H"); w++) {
              for (int r = 0; r < size("R"); r++) {
                for (int s = 0; s < size("R"); s++) {
                  int y = h * stride + r - size("pad");
                  int x = w * stride + s - size("pad");
                  if (y >= 0 && y < extent && x >= 0 && x < extent) {
                    double weight = channelsFirst ? weights.at(c, k, r, s) : weights.at(r, s, c, k);
                    result.add(image(n, c, h, w) * weight, place(n, k, y, x));
                  }
                }
              }
            }
          }
        }
      }
    }
    return result.values;
  }

  private double[] volume() {
    int depth = (size("D") + 2 * size("padD") - size("KD")) / size("strideD") + 1;
    int extent = (size("H") + 2 * size("pad") - size("R")) / size("stride") + 1;
    int k = size("K");
    Array result =
        channelsFirst
            ? new Array(batch, k, depth, extent, extent)
            : new Array(batch, depth, extent, extent, k);
    for (int[] at : result.indices()) {
      int[] place = channelsFirst ? at : new int[] {at[0], at[4], at[1], at[2], at[3]};
      for (int[] tap : new Array(size("C"), size("KD"), size("R"), size("R")).indices()) {
        int z = place[2] * size("strideD") + tap[1] - size("padD");
        int y = place[3] * size("stride") + tap[2] - size("pad");
        int x = place[4] * size("stride") + tap[3] - size("pad");
        if (z < 0 || z >= size("D") || y < 0 || y >= size("H") || x < 0 || x >= size("H")) {
          continue;
        }
        double value =
            channelsFirst
                ? array("I").at(place[0], tap[0], z, y, x)
                    * array("W").at(place[1], tap[0], tap[1], tap[2], tap[3])
                : array("I").at(place[0], z, y, x, tap[0])
                    * array("W").at(tap[1], tap[2], tap[3], tap[0], place[1]);
        result.add(value, at);
      }
    }
    return result.values;
  }

  /// Everything along one or two dims, with groups where the operator has them.
  private double[] convolution() {
    boolean line = name.equals("c1d");
    int height = line ? 1 : size("H");
    int width = line ? size("L") : size("H");
    int kernel = size("R");
    int step = sizes.getOrDefault("dilation", 1L).intValue();
    int stride = size("stride");
    int pad = size("pad");
    int groups = name.equals("dep") ? size("C") : sizes.getOrDefault("groups", 1L).intValue();
    int inputs = size("C") / groups;
    int outputs = size("K") / groups;
    int vector = name.equals("cap") ? 8 : 1;
    int extent = (width + 2 * pad - step * (kernel - 1) - 1) / stride + 1;
    int rows = line ? 1 : extent;
    double[] result = new double[batch * size("K") * rows * extent * vector];
    for (int[] at : new Array(batch, groups, outputs, rows, extent, vector).indices()) {
      double sum = 0;
      for (int[] tap : new Array(inputs, line ? 1 : kernel, kernel).indices()) {
        int y = line ? 0 : at[3] * stride + tap[1] * step - pad;
        int x = at[4] * stride + tap[2] * step - pad;
        if (y >= 0 && y < height && x >= 0 && x < width) {
          int channel = at[1] * inputs + tap[0];
          int pixel =
              channelsFirst
                  ? ((at[0] * size("C") + channel) * height + y) * width + x
                  : ((at[0] * height + y) * width + x) * size("C") + channel;
          int weight = weight(at, tap, groups, outputs, inputs, line ? 1 : kernel, kernel, vector);
          sum += array("I").values[pixel] * array("W").values[weight];
        }
      }
      int k = at[1] * outputs + at[2];
      int place =
          channelsFirst
              ? ((at[0] * size("K") + k) * rows + at[3]) * extent + at[4]
              : ((at[0] * rows + at[3]) * extent + at[4]) * size("K") + k;
      result[place * vector + at[5]] = sum;
    }
    return result;
  }

  private int weight(
      int[] at, int[] tap, int groups, int outputs, int inputs, int rows, int columns, int vector) {
    int sample = name.equals("bcv") ? at[0] : 0;
    int position;
    if (channelsFirst) {
      int filter = (sample * groups + at[1]) * outputs + at[2];
      position = ((filter * inputs + tap[0]) * rows + tap[1]) * columns + tap[2];
    } else if (name.equals("dep")) {
      position = ((tap[1] * columns + tap[2]) * groups + at[1]) * outputs + at[2];
    } else {
      int group = sample * groups + at[1];
      position = (((group * rows + tap[1]) * columns + tap[2]) * inputs + tap[0]) * outputs + at[2];
    }
    return position * vector + at[5];
  }

  private double image(int n, int c, int h, int w) {
    return channelsFirst ? array("I").at(n, c, h, w) : array("I").at(n, h, w, c);
  }

  private Array output(int channels, int rows, int columns) {
    return channelsFirst
        ? new Array(batch, channels, rows, columns)
        : new Array(batch, rows, columns, channels);
  }

  private int[] place(int n, int k, int y, int x) {
    return channelsFirst ? new int[] {n, k, y, x} : new int[] {n, y, x, k};
  }

  private int size(String parameter) {
    return Objects.requireNonNull(sizes.get(parameter)).intValue();
  }

  private Array array(String input) {
    return Objects.requireNonNull(arrays.get(input));
  }

  /// A row-major array.
  private static final class Array {
    private final int[] shape;
    private final double[] values;

    Array(int... shape) {
      this.shape = shape;
      this.values = new double[Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    }

    static Array of(TensorValue value) {
      Array array = new Array(value.shape().stream().mapToInt(Long::intValue).toArray());
      double[] elements =
          value.type().isFloat()
              ? value.toDoubles()
              : Arrays.stream(value.toLongs()).asDoubleStream().toArray();
      System.arraycopy(elements, 0, array.values, 0, elements.length);
      return array;
    }

    double at(int... index) {
      return values[position(index)];
    }

    void add(double value, int... index) {
      values[position(index)] += value;
    }

    private int position(int[] index) {
      int position = 0;
      for (int dim = 0; dim < shape.length; dim++) {
        position = position * shape[dim] + index[dim];
      }
      return position;
    }

    int[][] indices() {
      int[][] all = new int[values.length][shape.length];
      for (int i = 0; i < all.length; i++) {
        int rest = i;
        for (int dim = shape.length - 1; dim >= 0; dim--) {
          all[i][dim] = rest % shape[dim];
          rest /= shape[dim];
        }
      }
      return all;
    }
  }
}
