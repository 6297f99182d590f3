package dev.certosina.compiler.pipeline;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.pipeline.PayloadGenerator.LoopAxis;
import dev.certosina.compiler.pipeline.ProgramSketch.Extent;
import dev.certosina.compiler.pipeline.ProgramSketch.InputValues;
import dev.certosina.compiler.pipeline.ProgramSketch.Known;
import dev.certosina.compiler.pipeline.ProgramSketch.Values;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/// Random programs over a few shared dims: what models consist of, and what they should never
/// contain.
final class ProgramGenerator {
  private static final long[] EXTENTS = {
    1, 2, 3, 5, 7, 8, 13, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 100, 129
  };

  private final ProgramScene scene;
  private final LayerGenerator layers;
  private final List<Map<String, Long>> runs = new ArrayList<>();
  private final Set<String> outputs = new HashSet<>();

  private ProgramGenerator(ProgramScene scene) {
    this.scene = scene;
    this.layers = new LayerGenerator(scene);
  }

  /// @param steps how many statements, about
  /// @param mostPoints of an element-wise domain; products have up to ten times as many
  static GeneratedProgram generate(long seed, int steps, long mostPoints) {
    return new ProgramGenerator(new ProgramScene(new Random(seed), mostPoints)).program(steps);
  }

  private GeneratedProgram program(int steps) {
    for (int run = 0; run < ProgramScene.RUNS; run++) {
      runs.add(new LinkedHashMap<>());
    }
    boolean special = scene.random.nextInt(6) == 0;
    List<Extent> shape = new ArrayList<>();
    for (int d = Math.max(scene.random.nextInt(1, 4), scene.random.nextInt(1, 4)); d > 0; d--) {
      shape.add(
          scene.random.nextInt(3) == 0 ? constantDim() : symbolDim("x", shape.size(), EXTENTS));
    }
    while (scene.tooLarge(shape)) {
      int axis = scene.random.nextInt(shape.size());
      shape.set(
          axis,
          scene.random.nextBoolean()
              ? Extent.constant(scene.random.nextInt(1, 9), ProgramScene.RUNS)
              : symbolDim("x", axis, 1, 2, 3, 5, 8, 9));
    }
    runs.forEach(run -> run.keySet().retainAll(names(shape)));
    scene.dims.addAll(shape);
    scene.dims.add(constantDim());
    scene.dims.add(constantDim());
    scene.sketch.input("x", ElementType.FLOAT32, shape, InputValues.plain(2, special));
    for (int i = 0; i < 2; i++) {
      scene.source(
          scene.random.nextInt(3) > 0 ? ElementType.FLOAT32 : scene.anyType(),
          scene.someShape(),
          special);
    }
    for (int step = 0; step < steps; step++) {
      step();
    }
    return scene.sketch.finish(outputs, runs);
  }

  private static Set<String> names(List<Extent> shape) {
    Set<String> names = new HashSet<>();
    shape.forEach(extent -> names.addAll(Dims.symbolsOf(extent.dim())));
    return names;
  }

  private Extent constantDim() {
    long value = scene.random.nextInt(25) == 0 ? 0 : EXTENTS[scene.random.nextInt(EXTENTS.length)];
    return Extent.constant(value, ProgramScene.RUNS);
  }

  private Extent symbolDim(String input, int axis, long... extents) {
    String name = input + "." + axis;
    List<Long> values = new ArrayList<>();
    for (int run = 0; run < ProgramScene.RUNS; run++) {
      long value =
          switch (scene.random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> 1;
            default -> extents[scene.random.nextInt(extents.length)];
          };
      values.add(value);
      runs.get(run).put(name, value);
    }
    return new Extent(Dims.symbol(name), List.copyOf(values));
  }

  private void step() {
    switch (scene.random.nextInt(22)) {
      case 0, 1, 2, 3, 4 -> elementwise();
      case 5, 6, 7 -> reduction();
      case 8, 9, 10, 11 -> layers.product();
      case 12 -> layers.softmax();
      case 13 -> layers.normalisation();
      case 14, 15 -> view();
      case 16 -> concatenation();
      case 17 -> gather();
      case 18 -> alias();
      case 19 -> layers.layer();
      case 20 -> layers.attention();
      default -> scene.source(scene.anyType(), scene.someShape(), false);
    }
    if (scene.random.nextInt(6) == 0) {
      outputs.add(scene.sketch.known.getLast().name());
    }
  }

  private void elementwise() {
    List<Extent> shape = scene.likelyShape();
    List<LoopAxis> axes = scene.axes("i", shape);
    Values values = scene.payloads.generate(scene.anyType(), axes, scene.random.nextInt(1, 4));
    scene.sketch.compute(ProgramScene.loops(axes, AxisKind.PARALLEL), shape, Combiner.NONE, values);
  }

  private void reduction() {
    List<LoopAxis> all = scene.axes("i", scene.likelyShape());
    List<LoopAxis> reduced = new ArrayList<>();
    List<LoopAxis> kept = new ArrayList<>();
    for (int d = 0; d < all.size(); d++) {
      boolean last = d == all.size() - 1;
      (scene.random.nextInt(last ? 2 : 3) == 0 ? reduced : kept).add(all.get(d));
    }
    if (reduced.isEmpty()) {
      reduced.add(new LoopAxis("r", scene.pick(scene.dims)));
      if (scene.tooLarge(ProgramScene.extents(kept, reduced))) {
        return;
      }
    }
    ElementType type =
        scene.random.nextInt(4) == 0
            ? scene.pick(PayloadGenerator.INTEGERS)
            : (scene.random.nextInt(3) > 0 ? ElementType.FLOAT32 : ElementType.FLOAT64);
    List<LoopAxis> visible =
        scene.random.nextInt(8) == 0 ? kept : ProgramScene.joined(kept, reduced);
    Values payload = scene.payloads.generate(type, visible, scene.random.nextInt(3));
    Combiner combiner = scene.pick(Combiner.SUM, Combiner.MAX, Combiner.MIN, Combiner.PRODUCT);
    scene.reduce(kept, reduced, combiner, payload);
  }

  /// A transposed, sliced, reversed or strided copy.
  private void view() {
    Known source = scene.pick(scene.sketch.known);
    List<LoopAxis> axes = new ArrayList<>();
    List<IndexExpr> read = new ArrayList<>();
    for (int d = 0; d < source.shape().size(); d++) {
      addSliced("i" + d, source.shape().get(d), axes, read);
    }
    Collections.rotate(axes, scene.random.nextInt(3));
    if (scene.random.nextInt(3) == 0) {
      Collections.shuffle(axes, scene.random);
    }
    Values values = PayloadGenerator.loaded(source, read);
    scene.sketch.compute(
        ProgramScene.loops(axes, AxisKind.PARALLEL),
        ProgramScene.extents(axes, List.of()),
        Combiner.NONE,
        values);
  }

  private void addSliced(String name, Extent extent, List<LoopAxis> axes, List<IndexExpr> read) {
    IndexExpr axis = IndexExpr.axis(name);
    switch (scene.random.nextInt(6)) {
      case 0 -> {
        axes.add(new LoopAxis(name, extent));
        read.add(axis.times(Dims.constant(-1)).plus(Dims.subtract(extent.dim(), Dims.constant(1))));
      }
      case 1 -> {
        int step = scene.random.nextInt(2, 4);
        Dim steps = Dims.ceilDiv(extent.dim(), Dims.constant(step));
        List<Long> values = extent.values().stream().map(v -> Math.ceilDiv(v, step)).toList();
        axes.add(new LoopAxis(name, new Extent(steps, values)));
        read.add(axis.times(Dims.constant(step)));
      }
      case 2 -> {
        if (extent.isConstant() && extent.smallest() > 2) {
          long first = scene.random.nextLong(extent.smallest() - 1);
          long length = scene.random.nextLong(extent.smallest() - first);
          axes.add(new LoopAxis(name, Extent.constant(length, ProgramScene.RUNS)));
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
    List<Extent> shape = new ArrayList<>(scene.likelyShape());
    if (shape.isEmpty()) {
      return;
    }
    int along = scene.random.nextInt(shape.size());
    ElementType type = scene.anyType();
    Dim offset = Dims.constant(0);
    List<Long> lengths = new ArrayList<>(Collections.nCopies(ProgramScene.RUNS, 0L));
    List<Runnable> parts = new ArrayList<>();
    Values joint = new Values(new Payload.IntConstant(type, 0), type, 0, 0, true);
    String name = scene.sketch.fresh("t");
    for (int part = scene.random.nextInt(2, 4); part > 0; part--) {
      Extent length = scene.random.nextBoolean() ? shape.get(along) : scene.pick(scene.dims);
      List<Extent> partShape = new ArrayList<>(shape);
      partShape.set(along, length);
      List<LoopAxis> axes = scene.axes("i", partShape);
      Values values = scene.payloads.generate(type, axes, scene.random.nextInt(2));
      List<IndexExpr> write = new ArrayList<>(ProgramScene.point(axes));
      write.set(along, write.get(along).plus(offset));
      parts.add(() ->
          scene.sketch.addPart(
              name,
              ProgramScene.loops(axes, AxisKind.PARALLEL),
              write,
              Combiner.NONE,
              values.payload()));
      offset = Dims.add(offset, length.dim());
      for (int run = 0; run < ProgramScene.RUNS; run++) {
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
    if (!scene.tooLarge(shape)) {
      scene.sketch.declare(name, type, shape);
      parts.forEach(Runnable::run);
      scene.sketch.define(name, shape, joint);
    }
  }

  private void gather() {
    Known table = scene.pick(scene.sketch.known);
    List<Integer> indexable =
        IntStream.range(0, table.shape().size())
            .filter(d -> table.shape().get(d).smallest() > 0)
            .boxed()
            .toList();
    if (indexable.isEmpty()) {
      return;
    }
    int dim = scene.pick(indexable);
    List<Extent> indexShape = new ArrayList<>(scene.someShape());
    if (indexShape.size() > 2) {
      indexShape.removeFirst();
    }
    ElementType indexType = scene.pick(ElementType.INT64, ElementType.INT32);
    Known index =
        scene.sketch.input(
            scene.sketch.fresh("index"),
            indexType,
            indexShape,
            new InputValues(0, 0, false, table.shape().get(dim)));
    List<LoopAxis> indexAxes = scene.axes("j", indexShape);
    List<LoopAxis> axes = new ArrayList<>();
    List<IndexExpr> coordinates = new ArrayList<>();
    List<LoopAxis> tableAxes = scene.axes("i", table.shape());
    for (int d = 0; d < tableAxes.size(); d++) {
      if (d == dim) {
        axes.addAll(indexAxes);
        coordinates.add(IndexExpr.constant(0));
      } else {
        axes.add(tableAxes.get(d));
        coordinates.add(IndexExpr.axis(tableAxes.get(d).name()));
      }
    }
    if (scene.tooLarge(ProgramScene.extents(axes, List.of()))) {
      return;
    }
    Payload element =
        new Payload.Gather(
            table.name(),
            coordinates,
            dim,
            new Payload.Load(index.name(), ProgramScene.point(indexAxes)));
    Values values = new Values(element, table.type(), table.bound(), table.error(), table.finite());
    if (values.type() == ElementType.FLOAT32 && scene.random.nextBoolean()) {
      values =
          scene.payloads.multiply(values, scene.payloads.generate(ElementType.FLOAT32, axes, 0));
    }
    scene.sketch.compute(
        ProgramScene.loops(axes, AxisKind.PARALLEL),
        ProgramScene.extents(axes, List.of()),
        Combiner.NONE,
        values);
  }

  /// Neighbouring scene.dims merged, or a constant one split.
  private void alias() {
    Known source = scene.pick(scene.sketch.known);
    List<Extent> shape = new ArrayList<>(source.shape());
    int rank = shape.size();
    if (rank >= 2 && scene.random.nextBoolean()) {
      int at = scene.random.nextInt(rank - 1);
      shape.set(at, ProgramScene.product(shape.get(at), shape.remove(at + 1)));
    } else if (rank >= 1) {
      int at = scene.random.nextInt(rank);
      Extent extent = shape.get(at);
      for (int factor = 4; factor > 1; factor--) {
        if (extent.isConstant() && extent.smallest() % factor == 0) {
          shape.set(at, Extent.constant(extent.smallest() / factor, ProgramScene.RUNS));
          shape.add(at + scene.random.nextInt(2), Extent.constant(factor, ProgramScene.RUNS));
          break;
        }
      }
    } else {
      shape.add(Extent.constant(1, ProgramScene.RUNS));
    }
    scene.sketch.alias(source, shape);
  }
}
