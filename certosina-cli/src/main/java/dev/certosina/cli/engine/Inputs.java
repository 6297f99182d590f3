package dev.certosina.cli.engine;

import dev.certosina.ModelException;
import dev.certosina.Tensor;
import dev.certosina.cli.tensor.Fill;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.TensorSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Puts together the inputs of one call: those that were supplied, the others made up.
public final class Inputs {
  private Inputs() {}

  /// One tensor for every input of the model, in the model's order.
  ///
  /// @param extents of every dynamic dim, by `INPUT.AXIS`
  /// @param supplied tensors by input name
  /// @throws ModelException where a supplied tensor belongs to no input
  public static Map<String, Tensor> of(
      List<TensorSpec> specs, Map<String, Long> extents, Map<String, Tensor> supplied, Fill fill) {
    List<String> names = specs.stream().map(TensorSpec::name).toList();
    for (String name : supplied.keySet()) {
      if (!names.contains(name)) {
        throw new ModelException(
            "input '%s': the model has no such input; it has %s"
                .formatted(name, String.join(", ", names)));
      }
    }
    var inputs = new LinkedHashMap<String, Tensor>();
    for (TensorSpec spec : specs) {
      Tensor tensor = supplied.get(spec.name());
      inputs.put(
          spec.name(),
          tensor != null ? tensor : fill.tensor(spec.name(), spec.type(), shape(spec, extents)));
    }
    return inputs;
  }

  private static long[] shape(TensorSpec spec, Map<String, Long> extents) {
    return spec.shape().stream().mapToLong(dim -> extent(dim, extents)).toArray();
  }

  private static long extent(Dim dim, Map<String, Long> extents) {
    return Dims.evaluate(dim, symbol -> extents.getOrDefault(symbol, 1L));
  }
}
