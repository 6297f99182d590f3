package dev.certosina.cli.engine;

import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.Tensor;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.ShapeInference;
import dev.certosina.compiler.graph.ShapeInputs;
import dev.certosina.compiler.onnx.OnnxReader;
import dev.certosina.compiler.pipeline.CompileOptions;
import dev.certosina.compiler.pipeline.Pipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Models in which the data of an input decides more than the extents of other values, such as how
/// many axes they have. They are compiled for given data: the inputs whose data decides become
/// constants.
public final class ShapeSpecialization {
  private final Graph graph;
  private final String name;
  private final Set<String> inputs;

  private ShapeSpecialization(Graph graph, String name) {
    this.graph = graph;
    this.name = name;
    this.inputs = isGeneral(graph) ? Set.of() : ShapeInputs.find(graph);
  }

  /// Most models need no specialising: their shapes are functions of what the inputs hold.
  private static boolean isGeneral(Graph graph) {
    try {
      ShapeInference.infer(graph, false);
      return true;
    } catch (ModelException e) {
      return false;
    }
  }

  /// Reads an ONNX model.
  public static ShapeSpecialization of(Path onnx) {
    return of(OnnxReader.read(onnx), String.valueOf(onnx.getFileName()));
  }

  /// For a graph as imported.
  ///
  /// @param name what executables say they were made from
  public static ShapeSpecialization of(Graph graph, String name) {
    return new ShapeSpecialization(graph, name);
  }

  /// True where `tensors` hold data that must be known when the model is compiled.
  public boolean isNeeded(Map<String, Tensor> tensors) {
    return inputs.stream().anyMatch(tensors::containsKey);
  }

  /// The graph with the data in `tensors` as constants.
  public Graph fix(Map<String, Tensor> tensors) {
    var constants = new LinkedHashMap<String, Initializer>();
    for (String input : inputs) {
      Tensor tensor = tensors.get(input);
      if (tensor != null) {
        List<Long> shape = Arrays.stream(tensor.shape()).boxed().toList();
        constants.put(input, new Initializer(input, tensor.type(), shape, tensor.data()));
      }
    }
    return ShapeInputs.fix(graph, constants);
  }

  /// Compiles the model for the data in `tensors`, without a cache.
  public Model load(Map<String, Tensor> tensors, Options options) throws IOException {
    Path executable = Files.createTempFile("certosina-specialized", ".executable");
    try {
      new Pipeline(CompileOptions.of(options)).compile(fix(tensors), name, executable);
      return Executable.load(executable, options);
    } finally {
      Files.deleteIfExists(executable);
    }
  }

  /// The tensors that a model specialised for `tensors` still takes.
  public Map<String, Tensor> remaining(Map<String, Tensor> tensors) {
    var remaining = new LinkedHashMap<>(tensors);
    remaining.keySet().removeAll(inputs);
    return remaining;
  }
}
