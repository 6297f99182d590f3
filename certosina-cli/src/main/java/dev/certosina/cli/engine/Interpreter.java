package dev.certosina.cli.engine;

import dev.certosina.Tensor;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.ShapeInference;
import dev.certosina.compiler.onnx.OnnxReader;
import dev.certosina.compiler.texpr.LowerGraph;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgramInterpreter;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.spi.Peer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The definition of what a model's values are, as an engine to compare with: slow and without any
/// machine code.
public final class Interpreter implements Peer {
  /// The name under which commands know it.
  public static final String NAME = "interpreter";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String version() {
    return "texpr";
  }

  @Override
  public Loaded load(Path model, int threads) {
    return new LoadedGraph(OnnxReader.read(model));
  }

  private record LoadedGraph(Graph graph) implements Loaded {

    @Override
    public Call bind(Map<String, Tensor> inputs) {
      var specialization = ShapeSpecialization.of(graph, NAME);
      Graph fixed = specialization.fix(inputs);
      TensorProgram program = LowerGraph.lower(ShapeInference.infer(fixed, false));
      return new BoundProgram(graph.outputs(), program, specialization.remaining(inputs));
    }

    @Override
    public void close() {}
  }

  private record BoundProgram(
      List<String> outputNames, TensorProgram program, Map<String, Tensor> inputs) implements Call {

    @Override
    public void run() {
      outputs();
    }

    @Override
    public Map<String, Tensor> outputs() {
      var values = new LinkedHashMap<String, TensorValue>();
      inputs.forEach((name, tensor) -> values.put(name, value(tensor)));
      List<TensorValue> results = TensorProgramInterpreter.run(program, values);
      var outputs = new LinkedHashMap<String, Tensor>();
      for (int i = 0; i < results.size(); i++) {
        outputs.put(outputNames.get(i), tensor(results.get(i)));
      }
      return outputs;
    }

    @Override
    public void close() {}
  }

  private static TensorValue value(Tensor tensor) {
    List<Long> shape = Arrays.stream(tensor.shape()).boxed().toList();
    return new TensorValue(tensor.type(), shape, tensor.data());
  }

  private static Tensor tensor(TensorValue value) {
    long[] shape = value.shape().stream().mapToLong(Long::longValue).toArray();
    return Tensor.of(value.data(), value.type(), shape);
  }
}
