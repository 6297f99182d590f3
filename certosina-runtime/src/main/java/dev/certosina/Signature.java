package dev.certosina;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.plan.Extents;
import dev.certosina.runtime.plan.IndexFault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Checks the tensors of a request against a model's inputs and reads off the symbols: extents, and
/// elements of small integer inputs.
final class Signature {
  private final Program program;
  private final Map<String, Integer> symbolNumbers = new HashMap<>();

  Signature(Program program) {
    this.program = program;
    for (Program.Symbol symbol : program.symbols()) {
      symbolNumbers.put(symbol.name(), symbolNumbers.size());
    }
  }

  /// The tensors in the order of the model's inputs.
  ///
  /// @throws ModelException when one is missing, unknown, or of another type or rank
  Tensor[] inputs(Map<String, Tensor> request) {
    List<Program.TensorSpec> specs = program.inputs();
    Tensor[] tensors = new Tensor[specs.size()];
    int found = 0;
    for (int i = 0; i < tensors.length; i++) {
      Program.TensorSpec spec = specs.get(i);
      Tensor tensor = request.get(spec.name());
      if (tensor == null) {
        throw new ModelException(
            "input '%s' is missing, needed %s".formatted(spec.name(), describe(spec)));
      }
      check("input", spec, tensor);
      tensors[i] = tensor;
      found++;
    }
    if (found != request.size()) {
      throw unknownName("input", request, specs);
    }
    return tensors;
  }

  /// The values of all symbols.
  ///
  /// @throws ModelException when an extent contradicts the model, or an element needs more than 63
  ///   bits
  Extents symbols(Tensor[] inputs) {
    List<Program.Symbol> symbols = program.symbols();
    long[] values = new long[symbols.size()];
    for (int i = 0; i < values.length; i++) {
      Program.Symbol symbol = symbols.get(i);
      values[i] = valueOf(symbol, inputs[symbol.input()]);
    }
    for (int i = 0; i < inputs.length; i++) {
      checkExtents(program.inputs().get(i), inputs[i], values);
    }
    return new Extents(values);
  }

  private static long valueOf(Program.Symbol symbol, Tensor input) {
    return switch (symbol.source()) {
      case Program.Source.Extent(int axis) -> input.extents()[axis];
      // The extents are checked later; an absent element leaves that check the last word.
      case Program.Source.Element(int index) ->
          index < input.elementCount() ? TensorArrays.integerAt(input, index) : 0;
    };
  }

  private void checkExtents(Program.TensorSpec spec, Tensor tensor, long[] values) {
    for (int axis = 0; axis < spec.shape().size(); axis++) {
      Dim dim = spec.shape().get(axis);
      long needed = Dims.evaluate(dim, name -> valueOf(name, values));
      long found = tensor.extents()[axis];
      if (needed != found) {
        throw new ModelException(
            "input '%s': axis %d is %d, needed %d".formatted(spec.name(), axis, found, needed));
      }
    }
  }

  private long valueOf(String symbol, long[] values) {
    Integer number = symbolNumbers.get(symbol);
    if (number == null) {
      throw new InternalCompilerException("symbol " + symbol + " is not declared");
    }
    return values[number];
  }

  /// Says where an index that lies outside its axis came from, as far as the inputs show it.
  ModelException refusal(IndexFault fault, Map<String, Tensor> inputs) {
    for (Program.TensorSpec spec : program.inputs()) {
      Tensor tensor = inputs.get(spec.name());
      if (tensor == null || !tensor.type().isInteger()) {
        continue;
      }
      for (long i = 0; i < tensor.elementCount(); i++) {
        if (TensorArrays.integerAt(tensor, i) == fault.index()) {
          return new ModelException(
              "input '%s': element %d is %d, outside the axis that it selects from"
                  .formatted(spec.name(), i, fault.index()));
        }
      }
    }
    return new ModelException(
        "an index computed from the inputs is %d, outside the axis that it selects from"
            .formatted(fault.index()));
  }

  /// Refuses names that are no outputs, and tensors of another type or rank.
  void checkOutputs(Map<String, Tensor> provided) {
    int found = 0;
    for (Program.TensorSpec spec : program.outputs()) {
      Tensor tensor = provided.get(spec.name());
      if (tensor != null) {
        check("output", spec, tensor);
        found++;
        if (tensor.data().isReadOnly()) {
          throw new ModelException("output '" + spec.name() + "' is read-only");
        }
      }
    }
    if (found != provided.size()) {
      throw unknownName("output", provided, program.outputs());
    }
  }

  /// Refuses memory that this thread may not use.
  private static void check(String role, Program.TensorSpec spec, Tensor tensor) {
    if (tensor.type() != spec.type() || tensor.rank() != spec.shape().size()) {
      throw new ModelException(
          "%s '%s' is %s, needed %s".formatted(role, spec.name(), tensor, describe(spec)));
    }
    if (!tensor.data().scope().isAlive()) {
      throw new ModelException("%s '%s': its memory was freed".formatted(role, spec.name()));
    }
    if (!tensor.data().isAccessibleBy(Thread.currentThread())) {
      throw new ModelException(
          "%s '%s': its memory belongs to another thread".formatted(role, spec.name()));
    }
  }

  private static ModelException unknownName(
      String role, Map<String, Tensor> request, List<Program.TensorSpec> specs) {
    List<String> known = specs.stream().map(Program.TensorSpec::name).toList();
    List<String> unknown =
        request.keySet().stream().filter(name -> !known.contains(name)).sorted().toList();
    return new ModelException("%s %s is unknown, the model has %s".formatted(role, unknown, known));
  }

  private static String describe(Program.TensorSpec spec) {
    List<String> shape = new ArrayList<>();
    spec.shape().forEach(dim -> shape.add(Dims.print(dim)));
    return spec.type() + shape.toString();
  }
}
