package dev.certosina.cli.tune;

import dev.certosina.ElementType;
import dev.certosina.Tensor;
import dev.certosina.cli.tensor.Elements;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.search.Extents;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/// Some elements of a computation's result, evaluated point by point in f64.
///
/// A wrong candidate is wrong nearly everywhere or at an edge, so the first and the last element
/// are always among them.
final class SampledReference {
  private static final int SAMPLES = 40;

  /// Roundings of a sum of n products in any order: n + 1 units of the last place, doubled.
  private static final double SLACK = 2;

  private final ElementType type;
  private final List<Sample> samples;

  /// @param index of the element, row-major
  private record Sample(long index, double value, double tolerance) {}

  private SampledReference(ElementType type, List<Sample> samples) {
    this.type = type;
    this.samples = samples;
  }

  /// @param tensors the operands by name
  static SampledReference of(Computation computation, Map<String, Tensor> tensors, long seed) {
    var random = new SplittableRandom(seed);
    List<Axis> spatial = axes(computation, AxisKind.PARALLEL);
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < SAMPLES; i++) {
      Map<String, Long> point = new HashMap<>();
      for (Axis axis : spatial) {
        long extent = Extents.of(axis);
        point.put(axis.name(), i == 0 ? 0 : i == 1 ? extent - 1 : random.nextLong(extent));
      }
      samples.add(sample(computation, tensors, point));
    }
    return new SampledReference(computation.destination().type(), samples);
  }

  /// What is wrong with a result, or empty.
  Optional<String> complaint(Tensor result) {
    for (Sample sample : samples) {
      double found = value(type, result, sample.index());
      if (!(Math.abs(found - sample.value()) <= sample.tolerance())) {
        return Optional.of(
            "wrong: element %d is %s, needed %s".formatted(sample.index(), found, sample.value()));
      }
    }
    return Optional.empty();
  }

  private static List<Axis> axes(Computation computation, AxisKind kind) {
    return computation.axes().stream().filter(axis -> axis.kind() == kind).toList();
  }

  private static Sample sample(
      Computation computation, Map<String, Tensor> tensors, Map<String, Long> point) {
    IndexStatement statement = computation.statement();
    long index =
        position(computation, statement.destination(), point)
            .orElseThrow(
                () -> new IllegalStateException("the destination is written outside its tensor"));
    List<Axis> reductions = axes(computation, AxisKind.REDUCTION);
    double[] sums = {statement.accumulation().identity(), 0};
    long count = add(computation, tensors, point, reductions, 0, sums);
    double unit =
        computation.destination().type() == ElementType.FLOAT32
            ? Math.scalb(1.0, -24)
            : computation.destination().type().isFloat() ? Math.scalb(1.0, -8) : 0;
    return new Sample(index, sums[0], SLACK * (count + 1) * unit * sums[1]);
  }

  /// @param sums the value and the sum of magnitudes so far
  /// @return points added
  private static long add(
      Computation computation,
      Map<String, Tensor> tensors,
      Map<String, Long> point,
      List<Axis> reductions,
      int next,
      double[] sums) {
    if (next == reductions.size()) {
      double term = term(computation, tensors, point);
      sums[0] =
          switch (computation.statement().accumulation()) {
            case SUM -> sums[0] + term;
            case PRODUCT -> sums[0] * term;
            case MAX -> Math.max(sums[0], term);
            case MIN -> Math.min(sums[0], term);
          };
      sums[1] += Math.abs(term);
      return 1;
    }
    Axis axis = reductions.get(next);
    long count = 0;
    for (long i = 0; i < Extents.of(axis); i++) {
      point.put(axis.name(), i);
      count += add(computation, tensors, point, reductions, next + 1, sums);
    }
    return count;
  }

  private static double term(
      Computation computation, Map<String, Tensor> tensors, Map<String, Long> point) {
    IndexStatement statement = computation.statement();
    double term = read(computation, tensors, statement.operands().getFirst(), point);
    for (Access operand : statement.operands().subList(1, statement.operands().size())) {
      double next = read(computation, tensors, operand, point);
      term =
          switch (statement.operation()) {
            case MULTIPLY -> term * next;
            case ADD -> term + next;
            case SUBTRACT -> term - next;
          };
    }
    return term;
  }

  private static double read(
      Computation computation,
      Map<String, Tensor> tensors,
      Access access,
      Map<String, Long> point) {
    ElementType elementType = computation.tensor(access.tensor()).type();
    Tensor tensor = java.util.Objects.requireNonNull(tensors.get(access.tensor()));
    return position(computation, access, point)
        .map(index -> value(elementType, tensor, index))
        .orElseGet(() -> access.padding().orElseThrow());
  }

  private static double value(ElementType type, Tensor tensor, long index) {
    if (type.isFloat()) {
      return Elements.floatAt(type, tensor.data(), index);
    }
    long bits = Elements.bitsAt(type, tensor.data(), index);
    boolean isNarrow = type.isUnsignedInteger() && type.byteSize() < Long.BYTES;
    return isNarrow ? bits & ((1L << (8 * type.byteSize())) - 1) : bits;
  }

  /// Row-major; empty outside the tensor.
  private static Optional<Long> position(
      Computation computation, Access access, Map<String, Long> point) {
    var shape = computation.tensor(access.tensor()).shape();
    long position = 0;
    for (int i = 0; i < shape.size(); i++) {
      IndexExpr coordinate = access.coordinates().get(i);
      long value = Extents.of(coordinate.offset());
      for (IndexExpr.Term term : coordinate.terms()) {
        value += Extents.of(term.coefficient()) * point.getOrDefault(term.axis(), 0L);
      }
      long extent = Extents.of(shape.get(i));
      if (value < 0 || value >= extent) {
        return Optional.empty();
      }
      position = position * extent + value;
    }
    return Optional.of(position);
  }
}
