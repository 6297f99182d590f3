package dev.certosina.cli.engine;

import dev.certosina.Certosina;
import dev.certosina.ElementType;
import dev.certosina.Model;
import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.Tensor;
import dev.certosina.cli.dims.DimBinding;
import dev.certosina.cli.dims.DimBinding.DynamicDim;
import dev.certosina.cli.tensor.Fill;
import dev.certosina.cli.tensor.Tolerance;
import dev.certosina.compiler.graph.IndexLimits;
import dev.certosina.compiler.onnx.ModelOutline;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.exec.ExecutableFormat;
import dev.certosina.runtime.exec.Program.TensorSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A model loaded from an ONNX file or an executable, with what commands need to make its inputs.
///
/// @param onnx the ONNX file; empty where `model` came from an executable
/// @param dims every dynamic extent of the inputs
/// @param quantized the model computes partly in 8-bit integers
/// @param loadNanos how long loading took, compiling included
public record EngineModel(
    Model model, Optional<Path> onnx, DimBinding dims, boolean quantized, long loadNanos)
    implements AutoCloseable {

  /// Loads `file`, compiling it where the cache does not hold its executable.
  ///
  /// @param supplied inputs at hand; where their data decides shapes, the model is compiled for it
  ///   and does not take them any more
  public static EngineModel open(Path file, Options options, Map<String, Tensor> supplied)
      throws IOException {
    long start = System.nanoTime();
    Model model = load(file, options, supplied);
    long loadNanos = System.nanoTime() - start;
    try {
      Optional<Path> onnx =
          ExecutableFormat.isExecutable(file) ? Optional.empty() : Optional.of(file);
      ModelOutline outline = onnx.isPresent() ? ModelOutline.read(file) : ModelOutline.UNKNOWN;
      var dims = new DimBinding(dynamicDims(model.inputs(), outline.dimNames()));
      return new EngineModel(model, onnx, dims, outline.isQuantized(), loadNanos);
    } catch (IOException | RuntimeException e) {
      model.close();
      throw e;
    }
  }

  private static Model load(Path file, Options options, Map<String, Tensor> supplied)
      throws IOException {
    if (!supplied.isEmpty() && Files.isRegularFile(file) && !ExecutableFormat.isExecutable(file)) {
      ShapeSpecialization specialization = ShapeSpecialization.of(file);
      if (specialization.isNeeded(supplied)) {
        return specialization.load(supplied, options);
      }
    }
    return Certosina.load(file, options);
  }

  /// The tensors of `supplied` that the model takes, or that no input of the model file has.
  public Map<String, Tensor> remaining(Map<String, Tensor> supplied) {
    return onnx.isEmpty() || supplied.isEmpty()
        ? supplied
        : ShapeSpecialization.of(onnx.get()).remaining(supplied);
  }

  /// Makes up inputs for this model.
  public Fill fill(long seed) {
    return new Fill(seed, IndexLimits.fromInfo(model.info()));
  }

  /// The ONNX file, which an engine to compare with needs.
  ///
  /// @param option what needs it, for the message
  /// @throws ModelException where only an executable is at hand
  public Path requireOnnx(Path file, String option) {
    return onnx.orElseThrow(() ->
        new ModelException(
            "%s: %s needs the ONNX model, found an executable".formatted(file, option)));
  }

  /// How far an output of type `type` may be from another engine's.
  public Tolerance tolerance(ElementType type) {
    return quantized ? Tolerance.REDUCED : Tolerance.between(type);
  }

  /// The dynamic extents of `inputs`.
  ///
  /// @param symbols what the model file calls the axes of each input
  public static List<DynamicDim> dynamicDims(
      List<TensorSpec> inputs, Map<String, List<String>> symbols) {
    var dims = new ArrayList<DynamicDim>();
    for (TensorSpec input : inputs) {
      List<String> names = symbols.getOrDefault(input.name(), List.of());
      for (int axis = 0; axis < input.shape().size(); axis++) {
        if (input.shape().get(axis) instanceof Dim.Symbol) {
          String symbol = axis < names.size() ? names.get(axis) : "";
          dims.add(new DynamicDim(input.name(), axis, symbol));
        }
      }
    }
    return dims;
  }

  @Override
  public void close() {
    model.close();
  }
}
