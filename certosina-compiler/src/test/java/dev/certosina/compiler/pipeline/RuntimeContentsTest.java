package dev.certosina.compiler.pipeline;

import static dev.certosina.ElementType.FLOAT32;
import static dev.certosina.ElementType.INT32;
import static dev.certosina.ElementType.INT64;
import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.Tensor;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.pipeline.DenseArray.Range;
import dev.certosina.testkit.OnnxBuilder;
import dev.certosina.testkit.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Operands that say how an operator works, such as the axes of a reduction, given as inputs: one
/// executable serves all their values.
class RuntimeContentsTest {
  private static final int RUNS = 150;
  private static final long[] EXTREMES = {
    0, 1, -1, 2, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE + 1, 1L << 40
  };

  private final RandomGenerator random = Seed.generator();

  @Test
  void sliceTakesAnyBoundsAxesAndSteps() {
    Graph graph =
        new OnnxBuilder(13)
            .input("x", FLOAT32, "a", "b", "c")
            .input("starts", INT64, 2)
            .input("ends", INT64, 2)
            .input("axes", INT64, 2)
            .input("steps", INT64, 2)
            .node("Slice", List.of("x", "starts", "ends", "axes", "steps"), List.of("y"))
            .output("y")
            .graph();
    compare(
        graph,
        x -> {
          long[] starts = {bound(), bound()};
          long[] ends = {bound(), bound()};
          long[] axes = {random.nextInt(7) - 3, random.nextInt(7) - 3};
          long[] steps = {step(), step()};
          Range[] ranges = new Range[3];
          Arrays.setAll(ranges, axis -> Range.whole(x.shape()[axis]));
          boolean valid = areDistinct(axes, 3);
          for (int i = 0; valid && i < 2; i++) {
            int axis = Math.floorMod(axes[i], 3);
            valid = steps[i] != 0;
            ranges[axis] =
                valid ? Range.of(x.shape()[axis], starts[i], ends[i], steps[i]) : ranges[axis];
          }
          return new Sample(
              Map.of(
                  "starts", Tensor.of(starts),
                  "ends", Tensor.of(ends),
                  "axes", Tensor.of(axes),
                  "steps", Tensor.of(steps)),
              valid ? Optional.of(x.slice(ranges)) : Optional.empty());
        });
  }

  private long bound() {
    return random.nextInt(3) == 0
        ? EXTREMES[random.nextInt(EXTREMES.length)]
        : random.nextInt(24) - 12;
  }

  private long step() {
    return random.nextInt(4) == 0
        ? EXTREMES[random.nextInt(EXTREMES.length)]
        : (1L + random.nextInt(3)) * (random.nextBoolean() ? 1 : -1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void reductionsTakeAnyAxes(int keepDims) {
    Graph graph =
        new OnnxBuilder(18)
            .input("x", FLOAT32, "a", "b", "c")
            .input("axes", INT64, 2)
            .node(
                "ReduceSum",
                List.of("x", "axes"),
                List.of("y"),
                node -> node.set("keepdims", keepDims))
            .output("y")
            .graph();
    compare(
        graph,
        x -> {
          long[] axes = {random.nextInt(8) - 4, random.nextInt(7) - 3};
          Optional<DenseArray> expected = Optional.empty();
          if (areDistinct(axes, 3)) {
            boolean[] reduced = flags(axes, 3);
            DenseArray sums = x.sum(reduced);
            expected =
                Optional.of(keepDims == 1 ? sums : sums.reshape(without(sums.shape(), reduced)));
          }
          return new Sample(Map.of("axes", Tensor.of(axes)), expected);
        });
  }

  @Test
  void unsqueezeTakesAnyAxes() {
    Graph graph =
        new OnnxBuilder(13)
            .input("x", FLOAT32, "a", "b", "c")
            .input("axes", INT64, 2)
            .node("Unsqueeze", List.of("x", "axes"), List.of("y"))
            .output("y")
            .graph();
    compare(
        graph,
        x -> {
          long[] axes = {random.nextInt(12) - 6, random.nextInt(10) - 5};
          Optional<DenseArray> expected = Optional.empty();
          if (areDistinct(axes, 5)) {
            boolean[] inserted = flags(axes, 5);
            long[] shape = new long[5];
            int source = 0;
            for (int axis = 0; axis < 5; axis++) {
              shape[axis] = inserted[axis] ? 1 : x.shape()[source++];
            }
            expected = Optional.of(x.reshape(shape));
          }
          return new Sample(Map.of("axes", Tensor.of(axes)), expected);
        });
  }

  @Test
  void squeezeTakesAnyAxesOfExtentOne() {
    Graph graph =
        new OnnxBuilder(13)
            .input("x", FLOAT32, "a", "b", "c")
            .input("axes", INT64, 2)
            .node("Squeeze", List.of("x", "axes"), List.of("y"))
            .output("y")
            .graph();
    compare(
        graph,
        x -> {
          long[] axes = {random.nextInt(7) - 3, random.nextInt(7) - 3};
          boolean valid = areDistinct(axes, 3);
          boolean[] removed = flags(axes, 3);
          for (int axis = 0; axis < 3; axis++) {
            valid &= !removed[axis] || x.shape()[axis] == 1;
          }
          return new Sample(
              Map.of("axes", Tensor.of(axes)),
              valid ? Optional.of(x.reshape(without(x.shape(), removed))) : Optional.empty());
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void reshapeTakesAnyTarget(int allowZero) {
    Graph graph =
        new OnnxBuilder(14)
            .input("x", FLOAT32, "a", "b", "c")
            .input("target", INT64, 4)
            .node(
                "Reshape",
                List.of("x", "target"),
                List.of("y"),
                node -> node.set("allowzero", allowZero))
            .output("y")
            .graph();
    compare(
        graph,
        x -> {
          long[] target = target(x.shape());
          return new Sample(
              Map.of("target", Tensor.of(target)), reshaped(x, target, allowZero == 1));
        });
  }

  private long[] target(long[] shape) {
    long[] target = new long[4];
    for (int i = 0; i < 4; i++) {
      target[i] = random.nextInt(5) == 0 ? random.nextInt(5) - 2 : i < 3 ? shape[i] : 1;
    }
    if (random.nextBoolean()) {
      target[random.nextInt(4)] = -1;
    }
    return target;
  }

  private static Optional<DenseArray> reshaped(DenseArray x, long[] target, boolean allowZero) {
    long[] shape = target.clone();
    long known = 1;
    int inferred = -1;
    for (int i = 0; i < shape.length; i++) {
      if (shape[i] < -1 || (shape[i] == -1 && inferred >= 0)) {
        return Optional.empty();
      }
      if (shape[i] == 0 && !allowZero) {
        if (i >= x.shape().length) {
          return Optional.empty();
        }
        shape[i] = x.shape()[i];
      }
      inferred = shape[i] == -1 ? i : inferred;
      known *= shape[i] == -1 ? 1 : shape[i];
    }
    long count = x.values().length;
    if (inferred >= 0) {
      if (known == 0) {
        return Optional.empty();
      }
      shape[inferred] = count / known;
      known *= shape[inferred];
    }
    return known == count ? Optional.of(x.reshape(shape)) : Optional.empty();
  }

  @Test
  void expandTakesAnyShapeThatBroadcasts() {
    Graph graph =
        new OnnxBuilder(13)
            .input("x", FLOAT32, "a", "b", "c")
            .input("shape", INT64, 4)
            .node("Expand", List.of("x", "shape"), List.of("y"))
            .output("y")
            .graph();
    compare(
        graph,
        x -> {
          long[] given = new long[4];
          Arrays.setAll(given, i -> random.nextInt(3) == 0 ? random.nextInt(4) : 1);
          return new Sample(Map.of("shape", Tensor.of(given)), x.broadcast(given));
        });
  }

  @Test
  void readsNarrowIntegersAndWhatIsComputedFromThem() {
    Graph graph =
        new OnnxBuilder(13)
            .input("x", FLOAT32, "a", "b", "c")
            .input("rows", INT32, 1)
            .longs("columns", List.of(1L), -1)
            .node("Cast", List.of("rows"), List.of("wide"), node -> node.set("to", 7))
            .node("Add", List.of("wide", "wide"), List.of("twice"))
            .node(
                "Concat",
                List.of("twice", "columns"),
                List.of("target"),
                node -> node.set("axis", 0))
            .node("Reshape", List.of("x", "target"), List.of("y"))
            .output("y")
            .graph();
    compare(
        graph,
        x -> {
          int rows = 1 + random.nextInt(3);
          int count = x.values().length;
          return new Sample(
              Map.of("rows", Tensor.of(new int[] {rows})),
              count % (2 * rows) == 0
                  ? Optional.of(x.reshape(new long[] {2L * rows, count / (2 * rows)}))
                  : Optional.empty());
        });
  }

  @Test
  void comparesExtentsWithElements() {
    Graph graph =
        new OnnxBuilder(13)
            .input("x", FLOAT32, "a", "b", "c")
            .input("limit", INT64)
            .longs("first", List.of(), 0)
            .longs("two", List.of(), 2)
            .node("Shape", List.of("x"), List.of("shape"))
            .node("Gather", List.of("shape", "first"), List.of("rows"))
            .node("Less", List.of("rows", "limit"), List.of("below"))
            .node("Equal", List.of("rows", "two"), List.of("isTwo"))
            .node("Neg", List.of("x"), List.of("negated"))
            .node("Add", List.of("x", "x"), List.of("twice"))
            .node("Where", List.of("below", "negated", "x"), List.of("chosen"))
            .node("Where", List.of("isTwo", "twice", "chosen"), List.of("y"))
            .output("y")
            .graph();
    compare(
        graph,
        x -> {
          long limit = random.nextInt(5) == 0 ? EXTREMES[random.nextInt(9)] : random.nextInt(5);
          long rows = x.shape()[0];
          float factor = rows == 2 ? 2 : rows < limit ? -1 : 1;
          return new Sample(Map.of("limit", Tensor.scalar(limit)), Optional.of(x.times(factor)));
        });
  }

  /// Inputs beside `x`, and the result; empty where they must be refused.
  private record Sample(Map<String, Tensor> inputs, Optional<DenseArray> expected) {}

  private void compare(Graph graph, Function<DenseArray, Sample> samples) {
    int accepted = 0;
    try (var compiled = new CompiledGraph(graph, false);
        var checked = new CompiledGraph(graph, true)) {
      for (int run = 0; run < RUNS; run++) {
        DenseArray x = DenseArray.counting(new long[] {extent(), extent(), extent()});
        Sample sample = samples.apply(x);
        var inputs = new HashMap<>(sample.inputs);
        inputs.put("x", Tensor.of(x.values(), x.shape()));
        List<String> texts = new ArrayList<>();
        inputs.forEach((name, tensor) ->
            texts.add(
                name + tensor + (name.equals("x") ? "" : Arrays.toString(tensor.toLongArray()))));
        for (CompiledGraph form : List.of(compiled, checked)) {
          assertThat(form.run(inputs)).as("%s", texts).isEqualTo(sample.expected);
        }
        accepted += sample.expected.isPresent() ? 1 : 0;
      }
    }
    assertThat(accepted).isGreaterThan(RUNS / 30);
  }

  private long extent() {
    return random.nextInt(5) == 0
        ? random.nextInt(10)
        : 1 + random.nextInt(3) / 2 * random.nextInt(3);
  }

  private static boolean areDistinct(long[] axes, int rank) {
    return Arrays.stream(axes).allMatch(axis -> axis >= -rank && axis < rank)
        && Arrays.stream(axes).map(axis -> Math.floorMod(axis, rank)).distinct().count()
            == axes.length;
  }

  private static boolean[] flags(long[] axes, int rank) {
    boolean[] flags = new boolean[rank];
    for (long axis : axes) {
      flags[(int) Math.floorMod(axis, (long) rank)] = true;
    }
    return flags;
  }

  private static long[] without(long[] shape, boolean[] removed) {
    List<Long> kept = new ArrayList<>();
    for (int axis = 0; axis < shape.length; axis++) {
      if (!removed[axis]) {
        kept.add(shape[axis]);
      }
    }
    return kept.stream().mapToLong(Long::longValue).toArray();
  }
}
