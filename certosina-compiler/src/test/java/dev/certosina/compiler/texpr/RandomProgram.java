package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Check;
import dev.certosina.runtime.exec.Program.Guard;
import dev.certosina.runtime.exec.Program.Relation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// A program of any form that the records allow, sound or not, with names that need quoting.
final class RandomProgram {
  private static final List<String> NAMES =
      List.of(
          "x",
          "882",
          "layer.0/attention",
          "/encoder/MatMul_output_0",
          "a b",
          "a,b",
          "say \"hi\"",
          "back\\slash",
          "line\nbreak",
          "ünïcode",
          "exp",
          "select",
          "f32",
          "",
          "+inf",
          "a[0]",
          "x:0",
          "{x}",
          "tab\t",
          "\u2028",
          "input",
          "nan",
          "1e5",
          "-",
          "k");

  private static final List<String> SYMBOLS = List.of("x.0", "input_ids.1", "odd \"name\", ].0");

  private final RandomGenerator random;

  RandomProgram(RandomGenerator random) {
    this.random = random;
  }

  TensorProgram program() {
    Map<String, TensorExpr.Tensor> tensors = new LinkedHashMap<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      String name = name();
      tensors.put(
          name, new TensorExpr.Tensor(name, type(Set.of(ElementType.values())), list(this::dim)));
    }
    List<TensorProgram.Constant> constants = new ArrayList<>();
    for (String name : tensors.keySet()) {
      constants.add(new TensorProgram.Constant(name, initializer(name)));
    }
    return new TensorProgram(
        List.copyOf(tensors.values()),
        list(this::name),
        list(this::name),
        constants,
        list(this::statement),
        list(() -> new Guard(dim(), dim())),
        list(() -> new Check(dim(), pick(List.of(Relation.values())), dim(), name())));
  }

  Payload payload(int depth) {
    if (depth == 0) {
      return leaf();
    }
    return switch (random.nextInt(5)) {
      case 0 -> new Payload.Unary(pick(List.of(UnaryOperator.values())), payload(depth - 1));
      case 1, 2 ->
          new Payload.Binary(
              pick(List.of(BinaryOperator.values())), payload(depth - 1), payload(depth - 1));
      case 3 -> new Payload.Select(payload(0), payload(depth - 1), payload(depth - 1));
      default -> new Payload.Convert(type(Set.of(ElementType.values())), payload(depth - 1));
    };
  }

  private Payload leaf() {
    return switch (random.nextInt(5)) {
      case 0 -> new Payload.FloatConstant(floatType(), floating());
      case 1 -> new Payload.IntConstant(ElementType.INT32, random.nextLong());
      case 2 -> new Payload.IndexValue(index());
      case 3 -> gather();
      default -> new Payload.Load(name(), list(this::index));
    };
  }

  private Payload gather() {
    List<IndexExpr> coordinates = new ArrayList<>(list(this::index));
    int dim = random.nextInt(coordinates.size() + 1);
    coordinates.add(dim, IndexExpr.constant(0));
    return new Payload.Gather(name(), coordinates, dim, payload(0));
  }

  private TensorProgram.Statement statement() {
    if (random.nextInt(4) == 0) {
      return new TensorProgram.Statement.Alias(name(), name());
    }
    List<Axis> axes = new ArrayList<>();
    list(() -> axes.add(new Axis(name(), dim(), AxisKind.PARALLEL)));
    list(() -> axes.add(new Axis(name(), dim(), AxisKind.REDUCTION)));
    return new TensorProgram.Statement.Compute(
        new TensorExpr(
            name(),
            axes,
            name(),
            list(this::index),
            pick(List.of(Combiner.values())),
            payload(random.nextInt(4))));
  }

  private IndexExpr index() {
    IndexExpr index = IndexExpr.constant(dim());
    for (int i = random.nextInt(3); i > 0; i--) {
      index = index.plus(IndexExpr.axis(name()).times(dim()));
    }
    return index;
  }

  private Dim dim() {
    Dim symbol = Dims.symbol(pick(SYMBOLS));
    return switch (random.nextInt(8)) {
      case 0 -> symbol;
      case 1 -> Dims.multiply(symbol, Dims.constant(random.nextInt(-3, 4)));
      case 2 -> Dims.add(symbol, Dims.constant(random.nextInt(-3, 4)));
      case 3 -> Dims.joined(symbol, Dims.symbol(pick(SYMBOLS)));
      case 4 -> Dims.spread(symbol, Dims.symbol(pick(SYMBOLS)));
      case 5 -> Dims.element(pick(SYMBOLS), random.nextInt(3));
      default -> Dims.constant(random.nextInt(-5, 600));
    };
  }

  private Initializer initializer(String name) {
    byte[] data = new byte[random.nextInt(9)];
    random.nextBytes(data);
    return new Initializer(
        name, ElementType.UINT8, List.of((long) data.length), MemorySegment.ofArray(data));
  }

  private double floating() {
    return pick(
        List.of(
            0.0,
            -0.0,
            1e-5,
            -3.25,
            1e300,
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            random.nextGaussian()));
  }

  private ElementType floatType() {
    return pick(List.of(ElementType.FLOAT32, ElementType.FLOAT64));
  }

  private ElementType type(Set<ElementType> types) {
    return pick(types.stream().sorted().toList());
  }

  private String name() {
    return pick(NAMES);
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private <T> List<T> list(Supplier<T> element) {
    List<T> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(element.get());
    }
    return list;
  }
}
