package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram.Constant;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import dev.certosina.compiler.texpr.TensorProgram.Statement.Alias;
import dev.certosina.compiler.texpr.TensorProgram.Statement.Compute;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Check;
import dev.certosina.runtime.exec.Program.Guard;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A tensor program under construction. Names are made unique here.
///
/// The methods that declare a tensor return its name, which is `wanted` unless that is taken.
public final class ProgramBuilder {
  private final Map<String, Tensor> tensors = new LinkedHashMap<>();
  private final List<String> inputs = new ArrayList<>();
  private final List<Constant> constants = new ArrayList<>();
  private final List<Statement> statements = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();
  private final Map<String, String> aliasSource = new LinkedHashMap<>();
  private final Set<String> written = new HashSet<>();
  private final Set<String> read = new HashSet<>();
  private final Set<String> expressionNames = new HashSet<>();

  /// One parallel axis per dim, named `d0, d1, …`.
  public static List<Axis> parallelAxes(List<Dim> shape) {
    List<Axis> axes = new ArrayList<>();
    for (int dim = 0; dim < shape.size(); dim++) {
      axes.add(new Axis(View.axis(dim), shape.get(dim), AxisKind.PARALLEL));
    }
    return axes;
  }

  public String declareInput(String name, ElementType type, List<Dim> shape) {
    String declared = declare(name, type, shape);
    inputs.add(declared);
    return declared;
  }

  /// Declares a tensor and returns its name, which is `wanted` unless that is taken.
  public String declare(String wanted, ElementType type, List<Dim> shape) {
    if (!type.isComputable()) {
      throw new ModelException(
          "value '%s': found element type %s, needed a number or bool of 8 to 64 bits"
              .formatted(wanted, type));
    }
    String name = unique(wanted, tensors.keySet());
    tensors.put(name, new Tensor(name, type, shape));
    return name;
  }

  public String constant(String wanted, Initializer value) {
    List<Dim> shape = value.shape().stream().map(Dims::constant).toList();
    String name = declare(wanted, value.type(), shape);
    constants.add(new Constant(name, value));
    return name;
  }

  /// The data of a constant; empty for any other tensor.
  Optional<Initializer> constantData(String name) {
    return constants.stream()
        .filter(constant -> constant.tensor().equals(name))
        .map(Constant::value)
        .findFirst();
  }

  public Tensor tensor(String name) {
    Tensor tensor = tensors.get(name);
    if (tensor == null) {
      throw new InternalCompilerException("tensor '" + name + "' is not declared");
    }
    return tensor;
  }

  /// Appends an expression named after its output.
  public void compute(
      String output, List<Axis> axes, List<IndexExpr> write, Combiner combiner, Payload payload) {
    String name = unique(output, expressionNames);
    expressionNames.add(name);
    written.add(output);
    read.addAll(Payloads.tensors(payload));
    statements.add(new Compute(new TensorExpr(name, axes, output, write, combiner, payload)));
  }

  /// A tensor with the memory of `source` under `shape`; `source` itself where that is its shape.
  public String alias(String wanted, String source, List<Dim> shape) {
    if (tensor(source).shape().equals(shape)) {
      return source;
    }
    String base = base(source);
    String target = declare(wanted, tensor(source).type(), shape);
    aliasSource.put(target, base);
    read.add(base);
    statements.add(new Alias(target, base));
    return target;
  }

  /// The tensor that owns the memory of `tensor`.
  String base(String tensor) {
    return aliasSource.getOrDefault(tensor, tensor);
  }

  /// True if some expression or alias so far reads `tensor`.
  boolean isRead(String tensor) {
    return read.contains(tensor);
  }

  /// True if expressions write `tensor`: it is no input, constant or alias.
  boolean isWritten(String tensor) {
    return written.contains(tensor);
  }

  /// Stores a tensor that nothing has read yet with its dims in another order.
  ///
  /// @param order the present dims in the new order
  void permute(String name, List<Integer> order) {
    Tensor old = tensor(name);
    List<Dim> shape = order.stream().map(old.shape()::get).toList();
    tensors.put(name, new Tensor(name, old.type(), shape));
    statements.replaceAll(statement ->
        statement instanceof Compute(TensorExpr expr) && expr.output().equals(name)
            ? new Compute(permuteWrite(expr, order))
            : statement);
  }

  private static TensorExpr permuteWrite(TensorExpr expr, List<Integer> order) {
    List<IndexExpr> write = order.stream().map(expr.write()::get).toList();
    return new TensorExpr(
        expr.name(), expr.axes(), expr.output(), write, expr.combiner(), expr.payload());
  }

  /// Adds a condition on the dims of a call.
  void check(Check check) {
    if (!checks.contains(check)) {
      checks.add(check);
    }
  }

  public TensorProgram build(List<String> outputs, List<Guard> guards, List<Check> inferredChecks) {
    List<Check> all = new ArrayList<>(inferredChecks);
    checks.stream().filter(check -> !all.contains(check)).forEach(all::add);
    return new TensorProgram(
        List.copyOf(tensors.values()), inputs, outputs, constants, statements, guards, all);
  }

  private static String unique(String wanted, Set<String> taken) {
    String name = wanted;
    for (int suffix = 2; taken.contains(name); suffix++) {
      name = wanted + "#" + suffix;
    }
    return name;
  }
}
