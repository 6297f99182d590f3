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
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/// Random programs over a few shared dims: what models consist of, and what they should never
/// contain.
final class ProgramGenerator {
  private static final long[] EXTENTS = {
    1, 2, 3, 5, 7, 8, 13, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 100, 129
  };

  private static final int RUNS = 3;

  private final Random random;
  private final long mostPoints;
  private final ProgramSketch sketch = new ProgramSketch();
  private final PayloadGenerator payloads;
  private final List<Extent> dims = new ArrayList<>();
  private final List<Map<String, Long>> runs = new ArrayList<>();
  private final Set<String> outputs = new HashSet<>();

  private ProgramGenerator(Random random, long mostPoints) {
    this.random = random;
    this.mostPoints = mostPoints;
    this.payloads = new PayloadGenerator(random, sketch);
  }

  /// @param steps how many statements, about
  /// @param mostPoints of an element-wise domain; products have up to ten times as many
  static GeneratedProgram generate(long seed, int steps, long mostPoints) {
    return new ProgramGenerator(new Random(seed), mostPoints).program(steps);
  }

  private GeneratedProgram program(int steps) {
    for (int run = 0; run < RUNS; run++) {
      runs.add(new LinkedHashMap<>());
    }
    boolean special = random.nextInt(6) == 0;
    List<Extent> shape = new ArrayList<>();
    for (int d = random.nextInt(1, 4); d > 0; d--) {
      shape.add(random.nextInt(3) == 0 ? constantDim() : symbolDim("x", shape.size()));
    }
    while (tooLarge(shape)) {
      shape.set(0, Extent.constant(1, RUNS));
      shape.set(shape.size() - 1, Extent.constant(random.nextInt(1, 4), RUNS));
    }
    runs.forEach(run -> run.keySet().retainAll(names(shape)));
    dims.addAll(shape);
    dims.add(constantDim());
    dims.add(constantDim());
    sketch.input("x", ElementType.FLOAT32, shape, InputValues.plain(2, special));
    for (int i = 0; i < 2; i++) {
      source(pick(ElementType.FLOAT32, ElementType.FLOAT32, anyType()), someShape(), special);
    }
    for (int step = 0; step < steps; step++) {
      step();
    }
    return sketch.finish(outputs, runs);
  }

  private static Set<String> names(List<Extent> shape) {
    Set<String> names = new HashSet<>();
    shape.forEach(extent -> names.addAll(Dims.symbolsOf(extent.dim())));
    return names;
  }

  private Extent constantDim() {
    long value = random.nextInt(25) == 0 ? 0 : EXTENTS[random.nextInt(EXTENTS.length)];
    return Extent.constant(value, RUNS);
  }

  private Extent symbolDim(String input, int axis) {
    String name = input + "." + axis;
    List<Long> values = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      long value =
          switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> 1;
            default -> EXTENTS[random.nextInt(EXTENTS.length)];
          };
      values.add(value);
      runs.get(run).put(name, value);
    }
    return new Extent(Dims.symbol(name), List.copyOf(values));
  }

  private boolean tooLarge(List<Extent> shape) {
    return exceeds(shape, mostPoints);
  }

  private static boolean exceeds(List<Extent> shape, long limit) {
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

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  @SafeVarargs
  private <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private ElementType anyType() {
    return switch (random.nextInt(10)) {
      case 0 -> ElementType.FLOAT64;
      case 1 -> ElementType.FLOAT16;
      case 2 -> ElementType.BFLOAT16;
      case 3 -> ElementType.BOOL;
      case 4, 5, 6 -> pick(PayloadGenerator.INTEGERS);
      default -> ElementType.FLOAT32;
    };
  }

  private List<Extent> someShape() {
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
  private List<Extent> likelyShape() {
    if (random.nextInt(4) == 0) {
      return someShape();
    }
    int size = sketch.known.size();
    return sketch.known.get(Math.max(random.nextInt(size), random.nextInt(size))).shape();
  }

  private List<LoopAxis> axes(String prefix, List<Extent> shape) {
    List<LoopAxis> axes = new ArrayList<>();
    for (int d = 0; d < shape.size(); d++) {
      axes.add(new LoopAxis(prefix + d, shape.get(d)));
    }
    return axes;
  }

  private static List<Axis> loops(List<LoopAxis> axes, AxisKind kind) {
    return axes.stream().map(axis -> new Axis(axis.name(), axis.extent().dim(), kind)).toList();
  }

  /// An input, or a constant where all extents are known.
  private Known source(ElementType type, List<Extent> shape, boolean special) {
    if (shape.stream().allMatch(Extent::isConstant) && random.nextBoolean()) {
      List<Long> extents = shape.stream().map(Extent::largest).toList();
      TensorValue value = RandomTensors.draw(random, type, extents, InputValues.plain(2, false), 0);
      return sketch.constant(shape, value, type.isFloat() ? 2 : Math.scalb(1.0, 64));
    }
    return sketch.input(sketch.fresh("in"), type, shape, InputValues.plain(2, special));
  }

  private void step() {
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4 -> elementwise();
      case 5, 6, 7 -> reduction();
      case 8, 9, 10, 11 -> product();
      case 12 -> softmax();
      case 13 -> normalisation();
      case 14, 15 -> view();
      case 16 -> concatenation();
      case 17 -> gather();
      case 18 -> alias();
      default -> source(anyType(), someShape(), false);
    }
    if (random.nextInt(6) == 0) {
      outputs.add(sketch.known.getLast().name());
    }
  }

  private void elementwise() {
    List<Extent> shape = likelyShape();
    List<LoopAxis> axes = axes("i", shape);
    Values values = payloads.generate(anyType(), axes, random.nextInt(1, 4));
    sketch.compute(loops(axes, AxisKind.PARALLEL), shape, Combiner.NONE, values);
  }

  private void reduction() {
    List<LoopAxis> all = axes("i", likelyShape());
    List<LoopAxis> reduced = new ArrayList<>();
    List<LoopAxis> kept = new ArrayList<>();
    for (int d = 0; d < all.size(); d++) {
      boolean last = d == all.size() - 1;
      (random.nextInt(last ? 2 : 3) == 0 ? reduced : kept).add(all.get(d));
    }
    if (reduced.isEmpty()) {
      reduced.add(new LoopAxis("r", pick(dims)));
      if (tooLarge(extents(kept, reduced))) {
        return;
      }
    }
    ElementType type =
        random.nextInt(4) == 0
            ? pick(PayloadGenerator.INTEGERS)
            : pick(ElementType.FLOAT32, ElementType.FLOAT32, ElementType.FLOAT64);
    List<LoopAxis> visible = random.nextInt(8) == 0 ? kept : joined(kept, reduced);
    Values payload = payloads.generate(type, visible, random.nextInt(3));
    Combiner combiner = pick(Combiner.SUM, Combiner.MAX, Combiner.MIN, Combiner.PRODUCT);
    reduce(kept, reduced, combiner, payload);
  }

  private static List<LoopAxis> joined(List<LoopAxis> first, List<LoopAxis> second) {
    List<LoopAxis> axes = new ArrayList<>(first);
    axes.addAll(second);
    return axes;
  }

  private static List<Extent> extents(List<LoopAxis> first, List<LoopAxis> second) {
    return joined(first, second).stream().map(LoopAxis::extent).toList();
  }

  private Known reduce(
      List<LoopAxis> kept, List<LoopAxis> reduced, Combiner combiner, Values payload) {
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

  private Values floatReduction(
      Combiner combiner, Values payload, double length, boolean mayBeEmpty) {
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

  private static Values with(Values values, double bound, double error, boolean finite) {
    return new Values(values.payload(), values.type(), bound, error, finite);
  }

  private Optional<Known> pickFloats(int leastRank) {
    List<Known> fitting =
        sketch.known.stream()
            .filter(tensor ->
                tensor.type() == ElementType.FLOAT32
                    && tensor.shape().size() >= leastRank
                    && tensor.bound() <= 1e4)
            .toList();
    return fitting.isEmpty()
        ? Optional.empty()
        : Optional.of(
            fitting.get(Math.max(random.nextInt(fitting.size()), random.nextInt(fitting.size()))));
  }

  /// A matrix product: k is mostly the last axis of the left operand; every other axis of it is
  /// used by the right operand too, or not.
  private void product() {
    Optional<Known> left = pickFloats(1);
    if (left.isEmpty()) {
      return;
    }
    Known a = left.get();
    List<LoopAxis> axesOfA = axes("i", a.shape());
    int k = random.nextInt(6) == 0 ? random.nextInt(axesOfA.size()) : axesOfA.size() - 1;
    LoopAxis depth = axesOfA.get(k);
    List<LoopAxis> rows = new ArrayList<>(axesOfA);
    rows.remove(depth);
    LoopAxis columns =
        new LoopAxis(
            "n", random.nextBoolean() ? pick(dims) : Extent.constant(random.nextInt(1, 131), RUNS));
    List<LoopAxis> axesOfB = new ArrayList<>();
    boolean batched = random.nextInt(3) == 0;
    for (LoopAxis axis : rows) {
      if (batched && random.nextInt(3) > 0) {
        axesOfB.add(axis);
      }
    }
    axesOfB.add(depth);
    axesOfB.add(random.nextInt(3) == 0 ? axesOfB.size() - 1 : axesOfB.size(), columns);
    if (random.nextInt(10) == 0) {
      Collections.shuffle(axesOfB, random);
    }
    boolean large =
        tooLarge(extents(axesOfB, List.of()))
            || tooLarge(extents(rows, List.of(columns)))
            || exceeds(extents(rows, List.of(columns, depth)), 10 * mostPoints);
    if (!large) {
      Known b = rightOperand(extents(axesOfB, List.of()));
      product(a, axesOfA, b, axesOfB, rows, columns, depth);
    }
  }

  private Known rightOperand(List<Extent> shape) {
    List<Known> fitting =
        sketch.known.stream()
            .filter(tensor ->
                tensor.type() == ElementType.FLOAT32
                    && tensor.shape().equals(shape)
                    && tensor.bound() <= 1e4)
            .toList();
    if (!fitting.isEmpty() && random.nextBoolean()) {
      return pick(fitting);
    }
    Known b = source(ElementType.FLOAT32, shape, false);
    if (random.nextInt(3) > 0) {
      return b;
    }
    List<LoopAxis> axes = axes("i", shape);
    Values values = payloads.generate(ElementType.FLOAT32, axes, random.nextInt(2));
    return sketch.compute(loops(axes, AxisKind.PARALLEL), shape, Combiner.NONE, values);
  }

  private void product(
      Known a,
      List<LoopAxis> axesOfA,
      Known b,
      List<LoopAxis> axesOfB,
      List<LoopAxis> rows,
      LoopAxis columns,
      LoopAxis depth) {
    List<LoopAxis> order = new ArrayList<>(rows);
    order.add(random.nextInt(10) == 0 ? random.nextInt(order.size() + 1) : order.size(), columns);
    if (random.nextInt(10) == 0) {
      Collections.shuffle(order, random);
    }
    Values left = PayloadGenerator.loaded(a, point(axesOfA));
    Values right = PayloadGenerator.loaded(b, point(axesOfB));
    Values terms =
        random.nextInt(4) == 0 ? payloads.multiply(right, left) : payloads.multiply(left, right);
    List<LoopAxis> parallel = new ArrayList<>(order);
    if (random.nextInt(5) == 0) {
      Collections.shuffle(parallel, random);
    }
    double length = Math.max(1, depth.extent().largest());
    List<Axis> axes = new ArrayList<>(loops(parallel, AxisKind.PARALLEL));
    axes.addAll(loops(List.of(depth), AxisKind.REDUCTION));
    Known result =
        sketch.compute(
            axes,
            extents(order, List.of()),
            point(order),
            Combiner.SUM,
            floatReduction(Combiner.SUM, terms, length, false));
    if (random.nextBoolean() && columns.extent().isConstant()) {
      addBias(result, order, columns);
    }
  }

  private static List<IndexExpr> point(List<LoopAxis> axes) {
    return axes.stream().map(axis -> IndexExpr.axis(axis.name())).toList();
  }

  /// Adds a constant along the columns, mostly to the whole product.
  private void addBias(Known product, List<LoopAxis> order, LoopAxis columns) {
    List<Long> extents = List.of(columns.extent().largest());
    TensorValue value =
        RandomTensors.draw(random, ElementType.FLOAT32, extents, InputValues.plain(2, false), 0);
    Known bias = sketch.constant(List.of(columns.extent()), value, 2);
    List<LoopAxis> axes = new ArrayList<>(order);
    List<IndexExpr> read = new ArrayList<>(point(order));
    if (random.nextInt(6) == 0 && !order.getFirst().equals(columns)) {
      // Only a part of the product is wanted.
      Extent extent = order.getFirst().extent();
      if (extent.isConstant() && extent.smallest() > 1) {
        long part = random.nextLong(1, extent.smallest());
        axes.set(0, new LoopAxis("part", Extent.constant(part, RUNS)));
        read.set(0, IndexExpr.axis("part").plus(Dims.constant(extent.smallest() - part)));
      }
    }
    List<LoopAxis> written = new ArrayList<>(axes);
    if (random.nextInt(6) == 0) {
      Collections.shuffle(written, random);
    }
    Values sum =
        payloads.add(
            BinaryOperator.ADD,
            PayloadGenerator.loaded(product, read),
            PayloadGenerator.loaded(bias, point(List.of(columns))));
    sketch.compute(
        loops(axes, AxisKind.PARALLEL),
        extents(written, List.of()),
        point(written),
        Combiner.NONE,
        sum);
  }

  private void softmax() {
    Optional<Known> source = pickFloats(1);
    if (source.isEmpty() || source.get().bound() > 40) {
      return;
    }
    Known x = source.get();
    List<LoopAxis> axes = axes("i", x.shape());
    List<LoopAxis> kept = axes.subList(0, axes.size() - 1);
    List<LoopAxis> last = List.of(axes.getLast());
    Values read = PayloadGenerator.loaded(x, point(axes));
    Known largest = reduce(kept, last, Combiner.MAX, read);
    Values shifted =
        payloads.add(BinaryOperator.SUBTRACT, read, PayloadGenerator.loaded(largest, point(kept)));
    Values exact =
        new Values(
            new Payload.Unary(
                dev.certosina.compiler.texpr.TensorExpr.UnaryOperator.EXP, shifted.payload()),
            x.type(),
            1,
            shifted.error() + 0x1p-19,
            shifted.finite());
    Known powers = sketch.compute(loops(axes, AxisKind.PARALLEL), x.shape(), Combiner.NONE, exact);
    Values power = PayloadGenerator.loaded(powers, point(axes));
    Known total = reduce(kept, last, Combiner.SUM, power);
    double length = Math.max(1, axes.getLast().extent().largest());
    Values quotient =
        new Values(
            new Payload.Binary(
                BinaryOperator.DIVIDE,
                power.payload(),
                new Payload.Load(total.name(), point(kept))),
            x.type(),
            1,
            2 * length * exact.error(),
            exact.finite());
    sketch.compute(loops(axes, AxisKind.PARALLEL), x.shape(), Combiner.NONE, quotient);
  }

  private void normalisation() {
    Optional<Known> source = pickFloats(1);
    if (source.isEmpty() || source.get().bound() > 40) {
      return;
    }
    Known x = source.get();
    List<LoopAxis> axes = axes("i", x.shape());
    List<LoopAxis> kept = axes.subList(0, axes.size() - 1);
    List<LoopAxis> last = List.of(axes.getLast());
    double scale = 1.0 / Math.max(1, axes.getLast().extent().largest());
    Values read = PayloadGenerator.loaded(x, point(axes));
    Known sum = reduce(kept, last, Combiner.SUM, read);
    Values mean = payloads.scaled(PayloadGenerator.loaded(sum, point(kept)), scale);
    Values centred = payloads.add(BinaryOperator.SUBTRACT, read, mean);
    Known squares = reduce(kept, last, Combiner.SUM, payloads.multiply(centred, centred));
    Values variance = payloads.scaled(PayloadGenerator.loaded(squares, point(kept)), scale);
    Values shifted =
        payloads.add(
            BinaryOperator.ADD, variance, PayloadGenerator.literal(ElementType.FLOAT32, 0.5));
    Values deviation =
        PayloadGenerator.unary(
            dev.certosina.compiler.texpr.TensorExpr.UnaryOperator.SQRT,
            shifted,
            shifted.bound(),
            shifted.error() + 0x1p-20 * shifted.bound());
    Values quotient =
        new Values(
            new Payload.Binary(BinaryOperator.DIVIDE, centred.payload(), deviation.payload()),
            x.type(),
            1.5 * centred.bound(),
            2 * centred.error() + 3 * centred.bound() * deviation.error(),
            x.finite());
    sketch.compute(loops(axes, AxisKind.PARALLEL), x.shape(), Combiner.NONE, quotient);
  }

  /// A transposed, sliced, reversed or strided copy.
  private void view() {
    Known source = pick(sketch.known);
    List<LoopAxis> axes = new ArrayList<>();
    List<IndexExpr> read = new ArrayList<>();
    for (int d = 0; d < source.shape().size(); d++) {
      addSliced("i" + d, source.shape().get(d), axes, read);
    }
    Collections.rotate(axes, random.nextInt(3));
    if (random.nextInt(3) == 0) {
      Collections.shuffle(axes, random);
    }
    Values values = PayloadGenerator.loaded(source, read);
    sketch.compute(loops(axes, AxisKind.PARALLEL), extents(axes, List.of()), Combiner.NONE, values);
  }

  private void addSliced(String name, Extent extent, List<LoopAxis> axes, List<IndexExpr> read) {
    IndexExpr axis = IndexExpr.axis(name);
    switch (random.nextInt(6)) {
      case 0 -> {
        axes.add(new LoopAxis(name, extent));
        read.add(axis.times(Dims.constant(-1)).plus(Dims.subtract(extent.dim(), Dims.constant(1))));
      }
      case 1 -> {
        int step = random.nextInt(2, 4);
        Dim steps = Dims.ceilDiv(extent.dim(), Dims.constant(step));
        List<Long> values = extent.values().stream().map(v -> Math.ceilDiv(v, step)).toList();
        axes.add(new LoopAxis(name, new Extent(steps, values)));
        read.add(axis.times(Dims.constant(step)));
      }
      case 2 -> {
        if (extent.isConstant() && extent.smallest() > 2) {
          long first = random.nextLong(extent.smallest() - 1);
          long length = random.nextLong(extent.smallest() - first);
          axes.add(new LoopAxis(name, Extent.constant(length, RUNS)));
          read.add(axis.plus(Dims.constant(first)));
        } else {
          axes.add(new LoopAxis(name, extent));
          read.add(axis);
        }
      }
      default -> {
        axes.add(new LoopAxis(name, extent));
        read.add(axis);
      }
    }
  }

  private void concatenation() {
    List<Extent> shape = new ArrayList<>(likelyShape());
    if (shape.isEmpty()) {
      return;
    }
    int along = random.nextInt(shape.size());
    ElementType type = anyType();
    Dim offset = Dims.constant(0);
    List<Long> lengths = new ArrayList<>(Collections.nCopies(RUNS, 0L));
    List<Runnable> parts = new ArrayList<>();
    Values joint = new Values(new Payload.IntConstant(type, 0), type, 0, 0, true);
    String name = sketch.fresh("t");
    for (int part = random.nextInt(2, 4); part > 0; part--) {
      Extent length = random.nextBoolean() ? shape.get(along) : pick(dims);
      List<Extent> partShape = new ArrayList<>(shape);
      partShape.set(along, length);
      List<LoopAxis> axes = axes("i", partShape);
      Values values = payloads.generate(type, axes, random.nextInt(2));
      List<IndexExpr> write = new ArrayList<>(point(axes));
      write.set(along, write.get(along).plus(offset));
      parts.add(() ->
          sketch.addPart(
              name, loops(axes, AxisKind.PARALLEL), write, Combiner.NONE, values.payload()));
      offset = Dims.add(offset, length.dim());
      for (int run = 0; run < RUNS; run++) {
        lengths.set(run, lengths.get(run) + length.values().get(run));
      }
      joint =
          new Values(
              values.payload(),
              type,
              Math.max(joint.bound(), values.bound()),
              Math.max(joint.error(), values.error()),
              joint.finite() && values.finite());
    }
    shape.set(along, new Extent(offset, List.copyOf(lengths)));
    if (!tooLarge(shape)) {
      sketch.declare(name, type, shape);
      parts.forEach(Runnable::run);
      sketch.define(name, shape, joint);
    }
  }

  private void gather() {
    Known table = pick(sketch.known);
    List<Integer> indexable =
        IntStream.range(0, table.shape().size())
            .filter(d -> table.shape().get(d).smallest() > 0)
            .boxed()
            .toList();
    if (indexable.isEmpty()) {
      return;
    }
    int dim = pick(indexable);
    List<Extent> indexShape = new ArrayList<>(someShape());
    if (indexShape.size() > 2) {
      indexShape.removeFirst();
    }
    ElementType indexType = pick(ElementType.INT64, ElementType.INT32);
    Known index =
        sketch.input(
            sketch.fresh("index"),
            indexType,
            indexShape,
            new InputValues(0, 0, false, table.shape().get(dim)));
    List<LoopAxis> indexAxes = axes("j", indexShape);
    List<LoopAxis> axes = new ArrayList<>();
    List<IndexExpr> coordinates = new ArrayList<>();
    List<LoopAxis> tableAxes = axes("i", table.shape());
    for (int d = 0; d < tableAxes.size(); d++) {
      if (d == dim) {
        axes.addAll(indexAxes);
        coordinates.add(IndexExpr.constant(0));
      } else {
        axes.add(tableAxes.get(d));
        coordinates.add(IndexExpr.axis(tableAxes.get(d).name()));
      }
    }
    if (tooLarge(extents(axes, List.of()))) {
      return;
    }
    Payload element =
        new Payload.Gather(
            table.name(), coordinates, dim, new Payload.Load(index.name(), point(indexAxes)));
    Values values = new Values(element, table.type(), table.bound(), table.error(), table.finite());
    if (values.type() == ElementType.FLOAT32 && random.nextBoolean()) {
      values = payloads.multiply(values, payloads.generate(ElementType.FLOAT32, axes, 0));
    }
    sketch.compute(loops(axes, AxisKind.PARALLEL), extents(axes, List.of()), Combiner.NONE, values);
  }

  /// Neighbouring dims merged, or a constant one split.
  private void alias() {
    Known source = pick(sketch.known);
    List<Extent> shape = new ArrayList<>(source.shape());
    int rank = shape.size();
    if (rank >= 2 && random.nextBoolean()) {
      int at = random.nextInt(rank - 1);
      shape.set(at, product(shape.get(at), shape.remove(at + 1)));
    } else if (rank >= 1) {
      int at = random.nextInt(rank);
      Extent extent = shape.get(at);
      for (int factor = 4; factor > 1; factor--) {
        if (extent.isConstant() && extent.smallest() % factor == 0) {
          shape.set(at, Extent.constant(extent.smallest() / factor, RUNS));
          shape.add(at + random.nextInt(2), Extent.constant(factor, RUNS));
          break;
        }
      }
    } else {
      shape.add(Extent.constant(1, RUNS));
    }
    sketch.alias(source, shape);
  }

  private static Extent product(Extent a, Extent b) {
    List<Long> values = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      values.add(a.values().get(run) * b.values().get(run));
    }
    return new Extent(Dims.multiply(a.dim(), b.dim()), values);
  }
}
