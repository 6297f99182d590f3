package dev.certosina.compiler.texpr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.Graph.Attribute;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.compiler.graph.ShapeInference;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.testkit.Seed;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Chains of operators that rearrange, against the same chains done by copying arrays.
class LowerViewsTest {
  private static final int OPSET = 17;

  @Test
  void agreesWithCopyingOnRandomChains() {
    RandomGenerator random = Seed.generator();
    for (int round = 0; round < 300; round++) {
      Chain chain = new Chain(random);
      for (int step = 0; step < 8; step++) {
        chain.append();
      }
      int last = chain.values.size() - 1;
      chain.check(last, random.nextInt(last + 1));
    }
  }

  @Test
  void storesAProducerInTheOrderOfAReshapedTransposition() {
    Chain chain = new Chain(new Random(0), List.of(2L, 3L, 4L));
    chain.relu(0);
    chain.transpose(1, List.of(1, 0, 2));
    chain.reshape(2, List.of(3L, 8L));
    TensorProgram program = chain.check(3);
    assertThat(program.statements()).hasSize(2);
    assertThat(TensorProgramPrinter.print(program.statements().getFirst()))
        .contains("v1[d1, d0, d2] = max(v0[d0, d1, d2], 0.0:f32)");
    assertThat(program.statements().getLast())
        .isEqualTo(new TensorProgram.Statement.Alias("v3", "v1"));
  }

  @Test
  void keepsTheOrderOfAProducerThatOthersRead() {
    Chain chain = new Chain(new Random(0), List.of(2L, 3L, 4L));
    chain.relu(0);
    chain.transpose(1, List.of(1, 0, 2));
    chain.reshape(2, List.of(3L, 8L));
    chain.relu(1);
    TensorProgram program = chain.check(3, 4);
    assertThat(TensorProgramPrinter.print(program.statements().getFirst()))
        .contains("v1[d0, d1, d2] = max(v0[d0, d1, d2], 0.0:f32)");
  }

  /// A tensor as an array in row-major order.
  @SuppressWarnings("ArrayRecordComponent")
  private record Values(List<Long> shape, float[] data) {
    int rank() {
      return shape.size();
    }

    static Values of(List<Long> shape, IntStream sources, Values from) {
      int[] positions = sources.toArray();
      float[] data = new float[positions.length];
      for (int i = 0; i < data.length; i++) {
        data[i] = from.data[positions[i]];
      }
      return new Values(shape, data);
    }
  }

  /// A graph with values `v0, v1, …`, and what each holds.
  private static final class Chain {
    private final RandomGenerator random;
    private final List<Values> values = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Initializer> initializers = new LinkedHashMap<>();

    Chain(RandomGenerator random) {
      this(random, random.longs(random.nextInt(1, 5), 1, 5).boxed().toList());
    }

    Chain(RandomGenerator random, List<Long> shape) {
      this.random = random;
      float[] data = new float[(int) count(shape)];
      for (int i = 0; i < data.length; i++) {
        data[i] = i + 1;
      }
      values.add(new Values(shape, data));
    }

    void append() {
      // Mostly the newest value; now and then an older one, so that values have several readers.
      int input = random.nextInt(4) > 0 ? values.size() - 1 : random.nextInt(values.size());
      Values from = values.get(input);
      switch (random.nextInt(8)) {
        case 0 -> relu(input);
        case 1, 2 -> transpose(input, shuffled(from.rank()));
        case 3, 4 -> reshape(input, otherShape(from.data.length));
        case 5 -> slice(input, random.nextInt(Math.max(1, from.rank())));
        case 6 -> unsqueeze(input, random.nextInt(from.rank() + 1));
        default -> expand(input);
      }
    }

    void relu(int input) {
      add("Relu", input, List.of(), Map.of(), values.get(input));
    }

    void transpose(int input, List<Integer> permutation) {
      Values from = values.get(input);
      List<Long> shape = permutation.stream().map(from.shape::get).toList();
      List<Long> longs = permutation.stream().map(Integer::longValue).toList();
      IntStream sources =
          points(shape)
              .mapToInt(point -> {
                long[] source = new long[from.rank()];
                for (int dim = 0; dim < source.length; dim++) {
                  source[permutation.get(dim)] = point[dim];
                }
                return position(source, from.shape);
              });
      Values result = Values.of(shape, sources, from);
      add("Transpose", input, List.of(), Map.of("perm", new Attribute.Ints(longs)), result);
    }

    void reshape(int input, List<Long> shape) {
      Values from = values.get(input);
      add("Reshape", input, List.of(constant(shape)), Map.of(), new Values(shape, from.data));
    }

    void slice(int input, int axis) {
      Values from = values.get(input);
      if (from.rank() == 0 || from.shape.get(axis) == 0) {
        return;
      }
      long extent = from.shape.get(axis);
      long start = random.nextLong(extent);
      boolean backwards = random.nextBoolean();
      long step = random.nextLong(1, 3) * (backwards ? -1 : 1);
      long end = backwards ? Long.MIN_VALUE : Long.MAX_VALUE;
      long length = backwards ? start / -step + 1 : (extent - start + step - 1) / step;
      List<Long> shape = new ArrayList<>(from.shape);
      shape.set(axis, length);
      IntStream sources =
          points(shape)
              .mapToInt(point -> {
                point[axis] = start + step * point[axis];
                return position(point, from.shape);
              });
      List<String> arguments =
          LongStream.of(start, end, axis, step).mapToObj(v -> constant(List.of(v))).toList();
      add("Slice", input, arguments, Map.of(), Values.of(shape, sources, from));
    }

    void unsqueeze(int input, int axis) {
      Values from = values.get(input);
      List<Long> shape = new ArrayList<>(from.shape);
      shape.add(axis, 1L);
      Values result = new Values(shape, from.data);
      add("Unsqueeze", input, List.of(constant(List.of((long) axis))), Map.of(), result);
    }

    void expand(int input) {
      Values from = values.get(input);
      List<Long> shape =
          from.shape.stream().map(extent -> extent == 1 ? random.nextLong(1, 4) : extent).toList();
      if (count(shape) > 500) {
        return;
      }
      IntStream sources =
          points(shape)
              .mapToInt(point -> {
                for (int dim = 0; dim < point.length; dim++) {
                  point[dim] %= from.shape.get(dim);
                }
                return position(point, from.shape);
              });
      Values result = Values.of(shape, sources, from);
      add("Expand", input, List.of(constant(shape)), Map.of(), result);
    }

    /// Lowers and runs the graph with these values as outputs.
    TensorProgram check(int... outputs) {
      List<Dim> inputShape = new ArrayList<>();
      values.getFirst().shape.forEach(extent -> inputShape.add(Dims.constant(extent)));
      boolean dynamic = nodes.stream().noneMatch(node -> node.operator().equals("Reshape"));
      if (dynamic && nodes.stream().noneMatch(node -> node.operator().equals("Expand"))) {
        inputShape.set(0, Dims.symbol("v0.0"));
      }
      Graph graph =
          new Graph(
              Map.of("", OPSET),
              List.of(new ValueInfo("v0", ElementType.FLOAT32, inputShape)),
              IntStream.of(outputs).mapToObj(i -> "v" + i).toList(),
              initializers,
              nodes,
              Map.of());
      TensorProgram program = LowerGraph.lower(ShapeInference.infer(graph, false));
      String text = TensorProgramPrinter.print(program);
      assertThat(TensorProgramVerifier.problems(program)).as(text).isEmpty();
      Values input = values.getFirst();
      TensorValue in =
          TensorValue.ofFloats(
              input.data, input.shape.stream().mapToLong(extent -> extent).toArray());
      List<TensorValue> found = TensorProgramInterpreter.run(program, Map.of("v0", in));
      for (int i = 0; i < outputs.length; i++) {
        Values expected = values.get(outputs[i]);
        assertThat(found.get(i).shape()).as(text).isEqualTo(expected.shape);
        assertThat(found.get(i).toFloats()).as(nodes + "\n" + text).isEqualTo(expected.data);
      }
      return program;
    }

    private void add(
        String operator,
        int input,
        List<String> arguments,
        Map<String, Attribute> attributes,
        Values result) {
      List<String> inputs = new ArrayList<>(List.of("v" + input));
      inputs.addAll(arguments);
      String output = "v" + values.size();
      nodes.add(
          new Node("n" + nodes.size(), "", operator, OPSET, inputs, List.of(output), attributes));
      values.add(result);
    }

    private String constant(List<Long> list) {
      String name = "c" + initializers.size();
      long[] data = list.stream().mapToLong(value -> value).toArray();
      List<Long> shape = List.of((long) data.length);
      initializers.put(
          name, new Initializer(name, ElementType.INT64, shape, MemorySegment.ofArray(data)));
      return name;
    }

    private List<Integer> shuffled(int rank) {
      List<Integer> dims = new ArrayList<>(IntStream.range(0, rank).boxed().toList());
      Collections.shuffle(dims, new Random(random.nextLong()));
      return dims;
    }

    /// Any factors of `count`, in any order.
    private List<Long> otherShape(long count) {
      List<Long> shape = new ArrayList<>();
      long rest = count;
      while (rest > 1 && shape.size() < 4) {
        long factor = random.nextLong(1, rest + 1);
        while (rest % factor != 0) {
          factor--;
        }
        shape.add(factor);
        rest /= factor;
      }
      shape.add(rest);
      return shape;
    }

    private static long count(List<Long> shape) {
      return shape.stream().reduce(1L, (a, b) -> a * b);
    }

    private static java.util.stream.Stream<long[]> points(List<Long> shape) {
      return LongStream.range(0, count(shape))
          .mapToObj(number -> {
            long[] point = new long[shape.size()];
            long rest = number;
            for (int dim = point.length - 1; dim >= 0; dim--) {
              point[dim] = rest % shape.get(dim);
              rest /= shape.get(dim);
            }
            return point;
          });
    }

    private static int position(long[] point, List<Long> shape) {
      long position = 0;
      for (int dim = 0; dim < point.length; dim++) {
        position = position * shape.get(dim) + point[dim];
      }
      return (int) position;
    }
  }
}
