package dev.certosina.compiler.texpr;

import dev.certosina.InternalCompilerException;
import dev.certosina.ModelException;
import dev.certosina.compiler.graph.Contents;
import dev.certosina.compiler.texpr.PayloadCompiler.BoundTensor;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Check;
import dev.certosina.runtime.exec.Program.Guard;
import dev.certosina.runtime.exec.Program.Relation;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Runs a tensor program: the definition of what its values are.
///
/// Slow and plain: one point after another. Every f32 operation is correctly rounded; a sum or
/// product of floats is accumulated in f64 and rounded once at the end, so that a reduction's value
/// does not depend on an order. Integers wrap exactly. Every access is checked.
public final class TensorProgramInterpreter {
  private static final int MOST_ELEMENT_SYMBOLS = Contents.MAX_ELEMENTS;

  private final Map<String, Tensor> declarations = new LinkedHashMap<>();
  private final Map<String, BoundTensor> tensors = new LinkedHashMap<>();
  private final Map<String, Long> symbols = new LinkedHashMap<>();

  private TensorProgramInterpreter(TensorProgram program) {
    program.tensors().forEach(tensor -> declarations.put(tensor.name(), tensor));
  }

  /// The outputs, in the program's order, for `inputs` by name.
  ///
  /// Throws [ModelException] where an input is missing or does not fit, a guard or check does not
  /// hold, or a gathered index is outside its tensor.
  public static List<TensorValue> run(TensorProgram program, Map<String, TensorValue> inputs) {
    var interpreter = new TensorProgramInterpreter(program);
    program.inputs().forEach(input -> interpreter.bindSymbols(input, inputs));
    program.guards().forEach(interpreter::require);
    program.inputs().forEach(input -> interpreter.bindInput(input, inputs));
    program.checks().forEach(interpreter::require);
    for (TensorProgram.Constant constant : program.constants()) {
      interpreter.define(constant.tensor(), ElementArray.decode(TensorValue.of(constant.value())));
    }
    program.statements().forEach(interpreter::execute);
    return program.outputs().stream().map(interpreter::result).toList();
  }

  private void bindSymbols(String name, Map<String, TensorValue> inputs) {
    TensorValue value = inputs.get(name);
    if (value == null) {
      throw new ModelException("input '" + name + "' is missing");
    }
    Tensor tensor = declaration(name);
    if (value.type() != tensor.type() || value.shape().size() != tensor.shape().size()) {
      throw new ModelException(
          "input '%s': found %s%s, needed %s of rank %d"
              .formatted(name, value.type(), value.shape(), tensor.type(), tensor.shape().size()));
    }
    for (int axis = 0; axis < value.shape().size(); axis++) {
      symbols.put(name + "." + axis, value.shape().get(axis));
    }
    if (value.type().isInteger() && value.shape().size() <= 1) {
      bindElements(name, value);
    }
  }

  private void bindElements(String name, TensorValue value) {
    long[] elements = value.toLongs();
    for (int index = 0; index < Math.min(elements.length, MOST_ELEMENT_SYMBOLS); index++) {
      symbols.put(new Dim.Element(name, index).name(), elements[index]);
    }
  }

  private void bindInput(String name, Map<String, TensorValue> inputs) {
    TensorValue value = Objects.requireNonNull(inputs.get(name));
    long[] needed = extents(declaration(name));
    for (int axis = 0; axis < needed.length; axis++) {
      if (value.shape().get(axis) != needed[axis]) {
        throw new ModelException(
            "input '%s': found extent %d on axis %d, needed %d"
                .formatted(name, value.shape().get(axis), axis, needed[axis]));
      }
    }
    define(name, ElementArray.decode(value));
  }

  private void require(Guard guard) {
    long left = evaluate(guard.left());
    long right = evaluate(guard.right());
    if (left != right) {
      throw new ModelException(
          "found %s = %d and %s = %d, needed equal extents"
              .formatted(Dims.print(guard.left()), left, Dims.print(guard.right()), right));
    }
  }

  private void require(Check check) {
    long left = evaluate(check.left());
    long right = evaluate(check.right());
    if (check.relation() == Relation.EQUAL ? left != right : left > right) {
      throw new ModelException(check.message());
    }
  }

  private void execute(TensorProgram.Statement statement) {
    switch (statement) {
      case TensorProgram.Statement.Alias(String target, String source) ->
          define(target, tensor(source).elements());
      case TensorProgram.Statement.Compute(TensorExpr expr) -> compute(expr);
    }
  }

  private void compute(TensorExpr expr) {
    if (!tensors.containsKey(expr.output())) {
      Tensor output = declaration(expr.output());
      long count = 1;
      for (long extent : extents(output)) {
        count = Math.multiplyExact(count, extent);
      }
      define(output.name(), ElementArray.allocate(output.type(), count));
    }
    BoundTensor output = tensor(expr.output());
    BoundDomain domain = new BoundDomain(expr.axes(), this::symbol);
    if (domain.isEmpty(AxisKind.PARALLEL)) {
      return;
    }
    var compiler = new PayloadCompiler(expr.name(), domain, tensors);
    LinearForm position = compiler.position(output, expr.write());
    new DomainLoop(expr, domain, compiler, position).fill(output.elements());
  }

  private TensorValue result(String name) {
    BoundTensor tensor = tensor(name);
    List<Long> shape = Arrays.stream(tensor.shape()).boxed().toList();
    return new TensorValue(tensor.elements().type(), shape, tensor.elements().encode());
  }

  private void define(String name, ElementArray elements) {
    long[] shape = extents(declaration(name));
    long count = Arrays.stream(shape).reduce(1, Math::multiplyExact);
    if (count != elements.count()) {
      throw new ModelException(
          "'%s': found %d elements, needed %d for shape %s"
              .formatted(name, elements.count(), count, Arrays.toString(shape)));
    }
    tensors.put(name, new BoundTensor(name, shape, elements));
  }

  private long[] extents(Tensor tensor) {
    return tensor.shape().stream().mapToLong(this::evaluate).toArray();
  }

  private Tensor declaration(String name) {
    Tensor tensor = declarations.get(name);
    if (tensor == null) {
      throw new InternalCompilerException("tensor '" + name + "' is not declared");
    }
    return tensor;
  }

  private BoundTensor tensor(String name) {
    BoundTensor tensor = tensors.get(name);
    if (tensor == null) {
      throw new InternalCompilerException("tensor '" + name + "' is read before it is written");
    }
    return tensor;
  }

  private long evaluate(Dim dim) {
    return Dims.evaluate(dim, this::symbol);
  }

  private long symbol(String name) {
    Long value = symbols.get(name);
    if (value == null) {
      throw new ModelException(
          "'" + name + "' is no extent of an input, and no element of a small integer one");
    }
    return value;
  }
}
