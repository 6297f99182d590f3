package dev.certosina.compiler.pipeline;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import dev.certosina.compiler.texpr.TensorProgramVerifier;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A tensor program while a generator writes it, with what is known of the values.
final class ProgramSketch {
  final List<Known> known = new ArrayList<>();
  final Map<String, InputValues> inputs = new LinkedHashMap<>();

  private final List<Tensor> tensors = new ArrayList<>();
  private final List<TensorProgram.Constant> constants = new ArrayList<>();
  private final List<Statement> statements = new ArrayList<>();
  private final Set<String> read = new HashSet<>();
  private final Map<String, Double> errors = new HashMap<>();

  /// A dim and its value in each run.
  record Extent(Dim dim, List<Long> values) {
    static Extent constant(long value, int runs) {
      return new Extent(Dims.constant(value), java.util.Collections.nCopies(runs, value));
    }

    boolean isConstant() {
      return Dims.isConstant(dim);
    }

    long largest() {
      return values.stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    long smallest() {
      return values.stream().mapToLong(Long::longValue).min().orElseThrow();
    }
  }

  /// A tensor that later statements may read.
  ///
  /// @param bound no finite element is larger
  /// @param error how far a finite element may be from the interpreter's; 0 means equal
  /// @param finite false when an element may be infinite or NaN
  record Known(
      String name,
      ElementType type,
      List<Extent> shape,
      double bound,
      double error,
      boolean finite) {}

  /// How the elements of an input are drawn: integers from `[low, high)`, floats alike; with
  /// `special`, NaN and infinities too.
  ///
  /// @param indexed the extent that values index, from its end too; null for plain values
  record InputValues(
      double low, double high, boolean special, @org.jspecify.annotations.Nullable Extent indexed) {

    double largest(ElementType type) {
      if (indexed != null) {
        return indexed.largest();
      }
      return type.isFloat()
          ? Math.max(Math.abs(low), Math.abs(high))
          : Math.scalb(1.0, Byte.SIZE * type.byteSize());
    }

    static InputValues plain(double bound, boolean special) {
      return new InputValues(-bound, bound, special, null);
    }
  }

  String fresh(String prefix) {
    return prefix + tensors.size();
  }

  Known input(String name, ElementType type, List<Extent> shape, InputValues values) {
    declare(name, type, shape);
    inputs.put(name, values);
    Known input =
        new Known(name, type, List.copyOf(shape), values.largest(type), 0, !values.special());
    known.add(input);
    return input;
  }

  Known constant(List<Extent> shape, TensorValue value, double bound) {
    String name = fresh("c");
    declare(name, value.type(), shape);
    constants.add(
        new TensorProgram.Constant(
            name, new Initializer(name, value.type(), value.shape(), value.data())));
    Known constant = new Known(name, value.type(), List.copyOf(shape), bound, 0, true);
    known.add(constant);
    return constant;
  }

  void declare(String name, ElementType type, List<Extent> shape) {
    tensors.add(new Tensor(name, type, shape.stream().map(Extent::dim).toList()));
  }

  /// An expression that writes a whole new tensor at its parallel axes, in the order of `shape`.
  Known compute(List<Axis> axes, List<Extent> shape, Combiner combiner, Values values) {
    List<IndexExpr> write = new ArrayList<>();
    axes.stream()
        .filter(axis -> axis.kind() == AxisKind.PARALLEL)
        .forEach(axis -> write.add(IndexExpr.axis(axis.name())));
    return compute(axes, shape, write, combiner, values);
  }

  Known compute(
      List<Axis> axes,
      List<Extent> shape,
      List<IndexExpr> write,
      Combiner combiner,
      Values values) {
    String name = fresh("t");
    declare(name, values.type(), shape);
    addPart(name, axes, write, combiner, values.payload());
    return define(name, shape, values);
  }

  /// One of several expressions that write `output`; [#define] follows the last.
  void addPart(
      String output, List<Axis> axes, List<IndexExpr> write, Combiner combiner, Payload payload) {
    statements.add(
        new Statement.Compute(
            new TensorExpr("e" + statements.size(), axes, output, write, combiner, payload)));
    read.addAll(dev.certosina.compiler.texpr.Payloads.tensors(payload));
  }

  Known define(String name, List<Extent> shape, Values values) {
    Known tensor =
        new Known(
            name,
            values.type(),
            List.copyOf(shape),
            values.bound(),
            values.error(),
            values.finite());
    known.add(tensor);
    errors.put(name, values.error());
    return tensor;
  }

  Known alias(Known source, List<Extent> shape) {
    String name = fresh("t");
    declare(name, source.type(), shape);
    statements.add(new Statement.Alias(name, source.name()));
    read.add(source.name());
    Known alias =
        new Known(
            name,
            source.type(),
            List.copyOf(shape),
            source.bound(),
            source.error(),
            source.finite());
    known.add(alias);
    errors.put(name, source.error());
    return alias;
  }

  /// What a payload is known to evaluate to.
  record Values(Payload payload, ElementType type, double bound, double error, boolean finite) {}

  /// The program; what nobody reads is an output, and so is everything in `also`.
  GeneratedProgram finish(Set<String> also, List<Map<String, Long>> runs) {
    Set<String> outputs = new LinkedHashSet<>();
    for (Known tensor : known) {
      boolean unread = !read.contains(tensor.name()) && errors.containsKey(tensor.name());
      if (unread || also.contains(tensor.name())) {
        outputs.add(tensor.name());
      }
    }
    TensorProgram program =
        new TensorProgram(
            tensors,
            List.copyOf(inputs.keySet()),
            List.copyOf(outputs),
            constants,
            statements,
            List.of(),
            List.of());
    TensorProgramVerifier.verify(program);
    Map<String, Double> tolerance = new LinkedHashMap<>();
    outputs.forEach(output -> tolerance.put(output, 4 * errors.getOrDefault(output, 0.0)));
    return new GeneratedProgram(program, inputs, tolerance, runs);
  }
}
