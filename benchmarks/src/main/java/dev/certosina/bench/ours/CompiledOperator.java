package dev.certosina.bench.ours;

import dev.certosina.ElementType;
import dev.certosina.Model;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.PreparedOperator;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.TensorSpec;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Executables that run one after another, with their inputs and the output that they share in
/// place.
record CompiledOperator(
    List<Step> steps, Map<String, Tensor> outputs, OperandView out, String formula)
    implements PreparedOperator {

  private record Step(Model model, Session session, Map<String, Tensor> inputs) {}

  /// @param models closed with the operator; all have the same output
  static CompiledOperator of(
      List<Model> models, OperatorBinding binding, Operands operands, String formula) {
    var tensors = new LinkedHashMap<String, Tensor>();
    var steps = new ArrayList<Step>();
    for (Model model : models) {
      var inputs = new LinkedHashMap<String, Tensor>();
      for (TensorSpec input : model.inputs()) {
        inputs.put(
            input.name(),
            tensors.computeIfAbsent(input.name(), _ -> filled(input, binding, operands)));
      }
      steps.add(new Step(model, model.newSession(), inputs));
    }
    TensorSpec output = models.getFirst().outputs().getFirst();
    Map<String, Tensor> outputs = Map.of(output.name(), allocate(output));
    return new CompiledOperator(steps, outputs, binding.out(), formula);
  }

  private static Tensor filled(TensorSpec input, OperatorBinding binding, Operands operands) {
    boolean isRight = input.name().equals(binding.right().tensor());
    float[] elements =
        isRight ? binding.right().toOurs(operands.right()) : binding.left().toOurs(operands.left());
    Tensor tensor = allocate(input);
    tensor.data().copyFrom(MemorySegment.ofArray(elements));
    return tensor;
  }

  private static Tensor allocate(TensorSpec spec) {
    long[] shape =
        spec.shape().stream().mapToLong(dim -> Dims.constantValue(dim).orElseThrow()).toArray();
    return Tensor.allocate(ElementType.FLOAT32, shape);
  }

  @Override
  public void run() {
    for (Step step : steps) {
      step.session.run(step.inputs, outputs);
    }
  }

  @Override
  public float[] output() {
    run();
    return out.toPeers(Objects.requireNonNull(outputs.get(out.tensor())).toFloatArray());
  }

  @Override
  public void close() {
    for (Step step : steps) {
      step.session.close();
      step.model.close();
    }
  }
}
