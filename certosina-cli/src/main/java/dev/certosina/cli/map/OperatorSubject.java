package dev.certosina.cli.map;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.compiler.mapping.operators.OperatorOptions;
import dev.certosina.compiler.mapping.operators.OperatorTypes;
import dev.certosina.compiler.mapping.operators.Operators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One of the fifteen operators.
///
/// @param types element types asked for, by tensor
record OperatorSubject(
    Operator operator,
    Configuration configuration,
    OperatorOptions options,
    Map<String, ElementType> types)
    implements Subject {

  private static final long SAMPLE_BATCH = 2;

  /// @param text `NAME` or `NAME:NUMBER`
  /// @param sizes replace those of the configuration
  static Subject of(
      String text,
      Map<String, Long> sizes,
      Map<String, ElementType> types,
      OperatorOptions options) {
    Operators.Selection selection = Operators.select(text);
    Operator operator = selection.operator();
    for (String name : sizes.keySet()) {
      if (!operator.parameters().contains(name)) {
        throw new ModelException(
            "operator '%s': found size '%s', needed one of %s"
                .formatted(operator.name(), name, operator.parameters()));
      }
    }
    if (sizes.isEmpty()) {
      return new OperatorSubject(operator, selection.configuration(), options, types);
    }
    var all = new LinkedHashMap<>(selection.configuration().sizes());
    all.putAll(sizes);
    long[] values = all.values().stream().mapToLong(Long::longValue).toArray();
    return new OperatorSubject(operator, operator.configuration(values), options, types);
  }

  @Override
  public String name() {
    return configuration.toString();
  }

  @Override
  public Computation computation(Intrinsic intrinsic) {
    return computation(configuration, options.batch(), intrinsic);
  }

  @Override
  public List<Computation> samples(Intrinsic intrinsic) {
    return operator.samples().stream()
        .map(sample -> computation(sample, Dims.constant(SAMPLE_BATCH), intrinsic))
        .toList();
  }

  private Computation computation(Configuration sizes, Dim batch, Intrinsic intrinsic) {
    OperatorOptions typed =
        options.withBatch(batch).withTypes(OperatorTypes.of(intrinsic.compute()));
    Computation computation = operator.computation(sizes, typed);
    return types.isEmpty() ? computation : retyped(computation);
  }

  private Computation retyped(Computation computation) {
    List<String> known = computation.tensors().stream().map(Tensor::name).toList();
    for (String tensor : types.keySet()) {
      if (!known.contains(tensor)) {
        throw new ModelException(
            "found a type for tensor '%s', needed one of %s".formatted(tensor, known));
      }
    }
    var tensors = new ArrayList<Tensor>();
    for (Tensor tensor : computation.tensors()) {
      tensors.add(
          new Tensor(
              tensor.name(), types.getOrDefault(tensor.name(), tensor.type()), tensor.shape()));
    }
    return new Computation(
        computation.name(),
        computation.statement(),
        computation.axes(),
        tensors,
        computation.constants());
  }
}
