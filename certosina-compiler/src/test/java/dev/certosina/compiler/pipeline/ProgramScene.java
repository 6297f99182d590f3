package dev.certosina.compiler.pipeline;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.pipeline.PayloadGenerator.LoopAxis;
import dev.certosina.compiler.pipeline.ProgramSketch.Extent;
import dev.certosina.compiler.pipeline.ProgramSketch.InputValues;
import dev.certosina.compiler.pipeline.ProgramSketch.Known;
import dev.certosina.compiler.pipeline.ProgramSketch.Values;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// What the parts of a generator share: the program so far, its dims, and choices among them.
final class ProgramScene {
  static final int RUNS = 3;
  final Random random;
  final long mostPoints;
  final ProgramSketch sketch = new ProgramSketch();
  final PayloadGenerator payloads;
  final List<Extent> dims = new ArrayList<>();

  ProgramScene(Random random, long mostPoints) {
    this.random = random;
    this.mostPoints = mostPoints;
    this.payloads = new PayloadGenerator(random, sketch);
  }

  boolean tooLarge(List<Extent> shape) {
    return exceeds(shape, mostPoints);
  }

  static boolean exceeds(List<Extent> shape, long limit) {
    for (int run = 0; run < RUNS; run++) {
      long points = 1;
      for (Extent extent : shape) {
        points *= extent.values().get(run);
      }
      if (points > limit) {
        return true;
      }
    }
    return false;
  }

  /// Of two, the one with more dims, and the last one every other time: chains over the same rows
  /// form then.
  Known pickRecent(List<Known> choices) {
    Known first = random.nextBoolean() ? choices.getLast() : pick(choices);
    Known second = pick(choices);
    return second.shape().size() > first.shape().size() && random.nextInt(3) > 0 ? second : first;
  }

  <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  @SafeVarargs
  final <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  ElementType anyType() {
    return switch (random.nextInt(10)) {
      case 0 -> ElementType.FLOAT64;
      case 1 -> ElementType.FLOAT16;
      case 2 -> ElementType.BFLOAT16;
      case 3 -> ElementType.BOOL;
      case 4, 5, 6 -> pick(PayloadGenerator.INTEGERS);
      default -> ElementType.FLOAT32;
    };
  }

  List<Extent> someShape() {
    List<Extent> shape = new ArrayList<>();
    for (int d = random.nextInt(4); d > 0; d--) {
      shape.add(pick(dims));
    }
    while (tooLarge(shape)) {
      shape.removeFirst();
    }
    return shape;
  }

  /// The shape of something known, so that chains over shared rows form; sometimes another.
  List<Extent> likelyShape() {
    if (random.nextInt(4) == 0) {
      return someShape();
    }
    return pickRecent(sketch.known).shape();
  }

  List<LoopAxis> axes(String prefix, List<Extent> shape) {
    List<LoopAxis> axes = new ArrayList<>();
    for (int d = 0; d < shape.size(); d++) {
      axes.add(new LoopAxis(prefix + d, shape.get(d)));
    }
    return axes;
  }

  static List<Axis> loops(List<LoopAxis> axes, AxisKind kind) {
    return axes.stream().map(axis -> new Axis(axis.name(), axis.extent().dim(), kind)).toList();
  }

  /// An input, or a constant where all extents are known.
  Known source(ElementType type, List<Extent> shape, boolean special) {
    if (shape.stream().allMatch(Extent::isConstant) && random.nextBoolean()) {
      List<Long> extents = shape.stream().map(Extent::largest).toList();
      TensorValue value = RandomTensors.draw(random, type, extents, InputValues.plain(2, false), 0);
      return sketch.constant(shape, value, type.isFloat() ? 2 : Math.scalb(1.0, 64));
    }
    return sketch.input(sketch.fresh("in"), type, shape, InputValues.plain(2, special));
  }

  static List<LoopAxis> joined(List<LoopAxis> first, List<LoopAxis> second) {
    List<LoopAxis> axes = new ArrayList<>(first);
    axes.addAll(second);
    return axes;
  }

  static List<Extent> extents(List<LoopAxis> first, List<LoopAxis> second) {
    return joined(first, second).stream().map(LoopAxis::extent).toList();
  }

  static List<IndexExpr> point(List<LoopAxis> axes) {
    return axes.stream().map(axis -> IndexExpr.axis(axis.name())).toList();
  }

  Known reduce(List<LoopAxis> kept, List<LoopAxis> reduced, Combiner combiner, Values payload) {
    double length = 1;
    boolean mayBeEmpty = false;
    for (LoopAxis axis : reduced) {
      length *= Math.max(1, axis.extent().largest());
      mayBeEmpty |= axis.extent().smallest() == 0;
    }
    Values values = payload;
    if (payload.type().isFloat()) {
      values = floatReduction(combiner, payload, length, mayBeEmpty);
    }
    List<Axis> axes = new ArrayList<>(loops(kept, AxisKind.PARALLEL));
    axes.addAll(loops(reduced, AxisKind.REDUCTION));
    return sketch.compute(axes, extents(kept, List.of()), combiner, values);
  }

  Values floatReduction(Combiner combiner, Values payload, double length, boolean mayBeEmpty) {
    double unit = payload.type() == ElementType.FLOAT64 ? 0x1p-50 : 0x1p-22;
    return switch (combiner) {
      case SUM -> {
        double bound = payload.bound() * length;
        double rounding = unit * bound * (4 + Math.sqrt(length));
        yield with(payload, bound, payload.error() * length + rounding, payload.finite());
      }
      case PRODUCT -> {
        Values small = payloads.scaled(payload, 1 / (Math.max(1, payload.bound()) * length));
        Values factor =
            payloads.add(BinaryOperator.ADD, small, PayloadGenerator.literal(payload.type(), 1));
        double error = 8 * length * (factor.error() + unit);
        yield with(factor, 8, error, payload.finite());
      }
      case MAX, MIN ->
          with(payload, payload.bound(), payload.error(), payload.finite() && !mayBeEmpty);
      case NONE -> payload;
    };
  }

  static Values with(Values values, double bound, double error, boolean finite) {
    return new Values(values.payload(), values.type(), bound, error, finite);
  }

  Optional<Known> pickFloats(int leastRank) {
    List<Known> fitting =
        sketch.known.stream()
            .filter(tensor ->
                tensor.type() == ElementType.FLOAT32
                    && tensor.shape().size() >= leastRank
                    && tensor.bound() <= 1e4)
            .toList();
    return fitting.isEmpty() ? Optional.empty() : Optional.of(pickRecent(fitting));
  }

  Extent columnExtent() {
    return switch (random.nextInt(4)) {
      case 0 -> pick(dims);
      case 1 -> Extent.constant(16L * random.nextInt(1, 5), RUNS);
      default -> Extent.constant(random.nextInt(1, 131), RUNS);
    };
  }

  static Extent product(Extent a, Extent b) {
    List<Long> values = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      values.add(a.values().get(run) * b.values().get(run));
    }
    return new Extent(Dims.multiply(a.dim(), b.dim()), values);
  }
}
