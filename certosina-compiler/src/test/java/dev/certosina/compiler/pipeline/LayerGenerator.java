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
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Random matrix products, alone and in the patterns of models.
final class LayerGenerator {
  private final ProgramScene scene;

  LayerGenerator(ProgramScene scene) {
    this.scene = scene;
  }

  /// A matrix product: k is mostly the last axis of the left operand; every other axis of it is
  /// used by the right operand too, or not.
  void product() {
    Optional<Known> left = scene.pickFloats(1);
    if (left.isEmpty()) {
      return;
    }
    Known a = left.get();
    List<LoopAxis> axesOfA = scene.axes("i", a.shape());
    int k =
        scene.random.nextInt(6) == 0 ? scene.random.nextInt(axesOfA.size()) : axesOfA.size() - 1;
    LoopAxis depth = axesOfA.get(k);
    List<LoopAxis> rows = new ArrayList<>(axesOfA);
    rows.remove(depth);
    LoopAxis columns = new LoopAxis("n", scene.columnExtent());
    List<LoopAxis> axesOfB = new ArrayList<>();
    boolean batched = scene.random.nextBoolean();
    for (LoopAxis axis : rows) {
      if (batched && scene.random.nextInt(3) > 0) {
        axesOfB.add(axis);
      }
    }
    axesOfB.add(depth);
    axesOfB.add(scene.random.nextInt(3) == 0 ? axesOfB.size() - 1 : axesOfB.size(), columns);
    if (scene.random.nextInt(10) == 0) {
      Collections.shuffle(axesOfB, scene.random);
    }
    boolean large =
        scene.tooLarge(ProgramScene.extents(axesOfB, List.of()))
            || scene.tooLarge(ProgramScene.extents(rows, List.of(columns)))
            || ProgramScene.exceeds(
                ProgramScene.extents(rows, List.of(columns, depth)), 10 * scene.mostPoints);
    if (!large) {
      Known b = rightOperand(ProgramScene.extents(axesOfB, List.of()));
      product(a, axesOfA, b, axesOfB, rows, columns, depth);
    }
  }

  private Known rightOperand(List<Extent> shape) {
    List<Known> fitting =
        scene.sketch.known.stream()
            .filter(tensor ->
                tensor.type() == ElementType.FLOAT32
                    && tensor.shape().equals(shape)
                    && tensor.bound() <= 1e4)
            .toList();
    if (!fitting.isEmpty() && scene.random.nextBoolean()) {
      return scene.pick(fitting);
    }
    Known b = scene.source(ElementType.FLOAT32, shape, false);
    if (scene.random.nextInt(3) > 0) {
      return b;
    }
    List<LoopAxis> axes = scene.axes("i", shape);
    Values values = scene.payloads.generate(ElementType.FLOAT32, axes, scene.random.nextInt(2));
    return scene.sketch.compute(
        ProgramScene.loops(axes, AxisKind.PARALLEL), shape, Combiner.NONE, values);
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
    order.add(
        scene.random.nextInt(10) == 0 ? scene.random.nextInt(order.size() + 1) : order.size(),
        columns);
    if (scene.random.nextInt(10) == 0) {
      Collections.shuffle(order, scene.random);
    }
    Values left = PayloadGenerator.loaded(a, ProgramScene.point(axesOfA));
    Values right = PayloadGenerator.loaded(b, ProgramScene.point(axesOfB));
    Values terms =
        scene.random.nextInt(4) == 0
            ? scene.payloads.multiply(right, left)
            : scene.payloads.multiply(left, right);
    List<LoopAxis> parallel = new ArrayList<>(order);
    if (scene.random.nextInt(5) == 0) {
      Collections.shuffle(parallel, scene.random);
    }
    double length = Math.max(1, depth.extent().largest());
    List<Axis> axes = new ArrayList<>(ProgramScene.loops(parallel, AxisKind.PARALLEL));
    axes.addAll(ProgramScene.loops(List.of(depth), AxisKind.REDUCTION));
    Known result =
        scene.sketch.compute(
            axes,
            ProgramScene.extents(order, List.of()),
            ProgramScene.point(order),
            Combiner.SUM,
            scene.floatReduction(Combiner.SUM, terms, length, false));
    if (scene.random.nextBoolean() && columns.extent().isConstant()) {
      addBias(result, order, columns);
    }
  }

  /// Adds a constant along the columns, mostly to the whole product.
  private void addBias(Known product, List<LoopAxis> order, LoopAxis columns) {
    List<Long> extents = List.of(columns.extent().largest());
    TensorValue value =
        RandomTensors.draw(
            scene.random, ElementType.FLOAT32, extents, InputValues.plain(2, false), 0);
    Known bias = scene.sketch.constant(List.of(columns.extent()), value, 2);
    List<LoopAxis> axes = new ArrayList<>(order);
    List<IndexExpr> read = new ArrayList<>(ProgramScene.point(order));
    if (scene.random.nextInt(6) == 0 && !order.getFirst().equals(columns)) {
      // Only a part of the product is wanted.
      Extent extent = order.getFirst().extent();
      if (extent.isConstant() && extent.smallest() > 1) {
        long part = scene.random.nextLong(1, extent.smallest());
        axes.set(0, new LoopAxis("part", Extent.constant(part, ProgramScene.RUNS)));
        read.set(0, IndexExpr.axis("part").plus(Dims.constant(extent.smallest() - part)));
      }
    }
    List<LoopAxis> written = new ArrayList<>(axes);
    if (scene.random.nextInt(6) == 0) {
      Collections.shuffle(written, scene.random);
    }
    Values sum =
        scene.payloads.add(
            BinaryOperator.ADD,
            PayloadGenerator.loaded(product, read),
            PayloadGenerator.loaded(bias, ProgramScene.point(List.of(columns))));
    scene.sketch.compute(
        ProgramScene.loops(axes, AxisKind.PARALLEL),
        ProgramScene.extents(written, List.of()),
        ProgramScene.point(written),
        Combiner.NONE,
        sum);
  }

  void softmax() {
    scene.pickFloats(1).filter(source -> source.bound() <= 40).ifPresent(this::softmax);
  }

  private Known softmax(Known x) {
    List<LoopAxis> axes = scene.axes("i", x.shape());
    List<LoopAxis> kept = axes.subList(0, axes.size() - 1);
    List<LoopAxis> last = List.of(axes.getLast());
    Values read = PayloadGenerator.loaded(x, ProgramScene.point(axes));
    Known largest = scene.reduce(kept, last, Combiner.MAX, read);
    Values shifted =
        scene.payloads.add(
            BinaryOperator.SUBTRACT,
            read,
            PayloadGenerator.loaded(largest, ProgramScene.point(kept)));
    Values exact =
        new Values(
            new Payload.Unary(UnaryOperator.EXP, shifted.payload()),
            x.type(),
            1,
            shifted.error() + 0x1p-19,
            shifted.finite());
    Known powers =
        scene.sketch.compute(
            ProgramScene.loops(axes, AxisKind.PARALLEL), x.shape(), Combiner.NONE, exact);
    Values power = PayloadGenerator.loaded(powers, ProgramScene.point(axes));
    Known total = scene.reduce(kept, last, Combiner.SUM, power);
    double length = Math.max(1, axes.getLast().extent().largest());
    Values quotient =
        new Values(
            new Payload.Binary(
                BinaryOperator.DIVIDE,
                power.payload(),
                new Payload.Load(total.name(), ProgramScene.point(kept))),
            x.type(),
            1,
            2 * length * exact.error(),
            exact.finite());
    return scene.sketch.compute(
        ProgramScene.loops(axes, AxisKind.PARALLEL), x.shape(), Combiner.NONE, quotient);
  }

  void normalisation() {
    scene.pickFloats(1).filter(source -> source.bound() <= 40).ifPresent(this::normalisation);
  }

  private void normalisation(Known x) {
    List<LoopAxis> axes = scene.axes("i", x.shape());
    List<LoopAxis> kept = axes.subList(0, axes.size() - 1);
    List<LoopAxis> last = List.of(axes.getLast());
    double scale = 1.0 / Math.max(1, axes.getLast().extent().largest());
    Values read = PayloadGenerator.loaded(x, ProgramScene.point(axes));
    Known sum = scene.reduce(kept, last, Combiner.SUM, read);
    Values mean =
        scene.payloads.scaled(PayloadGenerator.loaded(sum, ProgramScene.point(kept)), scale);
    Values centred = scene.payloads.add(BinaryOperator.SUBTRACT, read, mean);
    Known squares =
        scene.reduce(kept, last, Combiner.SUM, scene.payloads.multiply(centred, centred));
    Values variance =
        scene.payloads.scaled(PayloadGenerator.loaded(squares, ProgramScene.point(kept)), scale);
    Values shifted =
        scene.payloads.add(
            BinaryOperator.ADD, variance, PayloadGenerator.literal(ElementType.FLOAT32, 0.5));
    Values deviation =
        PayloadGenerator.unary(
            UnaryOperator.SQRT,
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
    scene.sketch.compute(
        ProgramScene.loops(axes, AxisKind.PARALLEL), x.shape(), Combiner.NONE, quotient);
  }

  /// Two products with constant weights over the same rows, an activation between them, a residual
  /// and a normalisation.
  void layer() {
    Optional<Known> source =
        scene.pickFloats(2).filter(known -> known.shape().getLast().isConstant());
    if (source.isEmpty()) {
      return;
    }
    Known x = source.get();
    List<LoopAxis> axes = scene.axes("i", x.shape());
    List<LoopAxis> rows = axes.subList(0, axes.size() - 1);
    LoopAxis k = axes.getLast();
    LoopAxis n =
        new LoopAxis("n", Extent.constant(scene.random.nextInt(1, 100), ProgramScene.RUNS));
    List<Extent> domain = ProgramScene.extents(rows, List.of(k, n));
    if (ProgramScene.exceeds(domain, 10 * scene.mostPoints)
        || scene.tooLarge(ProgramScene.extents(rows, List.of(n)))) {
      return;
    }
    Known up = multiplied(x, axes, rows, n, k);
    addBias(up, ProgramScene.joined(rows, List.of(n)), n);
    List<LoopAxis> hidden = scene.axes("i", scene.sketch.known.getLast().shape());
    if (hidden.size() != axes.size()) {
      return;
    }
    Values read = PayloadGenerator.loaded(scene.sketch.known.getLast(), ProgramScene.point(hidden));
    Values active = PayloadGenerator.unary(UnaryOperator.TANH, read, 1, read.error() + 0x1p-19);
    List<Extent> shape = ProgramScene.extents(hidden, List.of());
    Known activated =
        scene.sketch.compute(
            ProgramScene.loops(hidden, AxisKind.PARALLEL), shape, Combiner.NONE, active);
    List<LoopAxis> lastRows = hidden.subList(0, hidden.size() - 1);
    LoopAxis back = new LoopAxis("o", k.extent());
    Known down = multiplied(activated, hidden, lastRows, back, hidden.getLast());
    if (down.shape().equals(x.shape()) && x.bound() < 1e4) {
      Values sum =
          scene.payloads.add(
              BinaryOperator.ADD,
              PayloadGenerator.loaded(down, ProgramScene.point(axes)),
              PayloadGenerator.loaded(x, ProgramScene.point(axes)));
      Values small = scene.payloads.scaled(sum, 1 / Math.max(1, sum.bound()));
      normalisation(
          scene.sketch.compute(
              ProgramScene.loops(axes, AxisKind.PARALLEL), x.shape(), Combiner.NONE, small));
    }
  }

  /// `x` times a constant or an input, over the rows of `x`.
  private Known multiplied(
      Known x, List<LoopAxis> axesOfX, List<LoopAxis> rows, LoopAxis n, LoopAxis k) {
    List<LoopAxis> axesOfW = List.of(k, n);
    Known w = scene.source(ElementType.FLOAT32, ProgramScene.extents(axesOfW, List.of()), false);
    List<LoopAxis> order = ProgramScene.joined(rows, List.of(n));
    Values terms =
        scene.payloads.multiply(
            PayloadGenerator.loaded(x, ProgramScene.point(axesOfX)),
            PayloadGenerator.loaded(w, ProgramScene.point(axesOfW)));
    double length = Math.max(1, k.extent().largest());
    List<Axis> axes = new ArrayList<>(ProgramScene.loops(order, AxisKind.PARALLEL));
    axes.addAll(ProgramScene.loops(List.of(k), AxisKind.REDUCTION));
    return scene.sketch.compute(
        axes,
        ProgramScene.extents(order, List.of()),
        ProgramScene.point(order),
        Combiner.SUM,
        scene.floatReduction(Combiner.SUM, terms, length, false));
  }

  /// Softmax of the products of all pairs of rows, head by head, times the rows again.
  void attention() {
    Optional<Known> source =
        scene
            .pickFloats(2)
            .filter(known ->
                known.shape().getLast().isConstant()
                    && known.shape().getLast().largest() % 2 == 0
                    && known.shape().size() <= 3);
    if (source.isEmpty()) {
      return;
    }
    Known x = source.get();
    Extent heads = Extent.constant(2, ProgramScene.RUNS);
    Extent width = Extent.constant(x.shape().getLast().largest() / 2, ProgramScene.RUNS);
    List<LoopAxis> outer = scene.axes("b", x.shape().subList(0, x.shape().size() - 2));
    Extent length = x.shape().get(x.shape().size() - 2);
    LoopAxis i = new LoopAxis("i", length);
    LoopAxis j = new LoopAxis("j", length);
    LoopAxis h = new LoopAxis("h", heads);
    LoopAxis d = new LoopAxis("d", width);
    List<LoopAxis> pairs = ProgramScene.joined(outer, List.of(h, i, j));
    if (scene.tooLarge(ProgramScene.extents(pairs, List.of()))
        || ProgramScene.exceeds(ProgramScene.extents(pairs, List.of(d)), 10 * scene.mostPoints)) {
      return;
    }
    Known split = scene.sketch.alias(x, ProgramScene.extents(outer, List.of(i, h, d)));
    Values query =
        PayloadGenerator.loaded(
            split, ProgramScene.point(ProgramScene.joined(outer, List.of(i, h, d))));
    Values key =
        PayloadGenerator.loaded(
            split, ProgramScene.point(ProgramScene.joined(outer, List.of(j, h, d))));
    Known scores =
        scene.reduce(pairs, List.of(d), Combiner.SUM, scene.payloads.multiply(query, key));
    Values read = PayloadGenerator.loaded(scores, ProgramScene.point(pairs));
    Known scaled =
        scene.sketch.compute(
            ProgramScene.loops(pairs, AxisKind.PARALLEL),
            scores.shape(),
            Combiner.NONE,
            scene.payloads.scaled(read, 4 / Math.max(4, read.bound())));
    Known weights = softmax(scaled);
    Values weight = PayloadGenerator.loaded(weights, ProgramScene.point(pairs));
    Known result =
        scene.reduce(
            ProgramScene.joined(outer, List.of(i, h, d)),
            List.of(j),
            Combiner.SUM,
            scene.payloads.multiply(weight, key));
    scene.sketch.alias(result, x.shape());
  }
}
