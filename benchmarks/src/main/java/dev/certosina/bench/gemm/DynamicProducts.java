package dev.certosina.bench.gemm;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.certosina.ElementType;
import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.bench.gemm.GemmShapes.Shape;
import dev.certosina.bench.ours.OurOperators.Ours;
import dev.certosina.compiler.pipeline.OnnxModelCompiler;
import dev.certosina.peers.onnxruntime.OnnxModel;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.PreparedOperator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Our side: one model for each pair of n and k, a MatMul with constant weights whose number of
/// rows is dynamic.
final class DynamicProducts {
  private static final String IN = "x";

  private final Options wanted;
  private final Path folder;

  /// @param folder where models and executables may be written
  DynamicProducts(Options wanted, Path folder) {
    this.wanted = wanted;
    this.folder = folder;
  }

  /// Copies of one operator, which take turns.
  private static final class Turns implements PreparedOperator {
    private final List<Model> models;
    private final List<Session> sessions = new ArrayList<>();
    private final Map<String, Tensor> in;
    private final Map<String, Tensor> out;
    private int turn;

    Turns(List<Model> models, Shape shape, float[] left) {
      this.models = models;
      models.forEach(model -> sessions.add(model.newSession()));
      Tensor input = Tensor.allocate(ElementType.FLOAT32, shape.m(), shape.k());
      input.data().copyFrom(MemorySegment.ofArray(left));
      in = Map.of(IN, input);
      out = Map.of(OnnxModel.OUTPUT, Tensor.allocate(ElementType.FLOAT32, shape.m(), shape.n()));
    }

    @Override
    public String formula() {
      return "MatMul, m dynamic";
    }

    @Override
    public void run() {
      sessions.get(turn).run(in, out);
      turn = turn + 1 == sessions.size() ? 0 : turn + 1;
    }

    @Override
    public float[] output() {
      run();
      return Objects.requireNonNull(out.get(OnnxModel.OUTPUT)).toFloatArray();
    }

    @Override
    public void close() {
      sessions.forEach(Session::close);
      models.forEach(Model::close);
    }
  }

  /// @param copies of the weights, each in memory of its own
  Ours prepare(Shape shape, Operands operands, int copies) {
    try {
      Path executable = executable(shape, operands.right());
      var models = new ArrayList<Model>();
      models.add(Executable.load(executable, wanted));
      for (int i = 1; i < copies; i++) {
        // Weights are mapped from the file, so each copy needs a file of its own.
        Path copy = Files.copy(executable, folder.resolve("copy-" + i + ".exe"), REPLACE_EXISTING);
        models.add(Executable.load(copy, wanted));
      }
      return new Ours(new Turns(models, shape, operands.left()), true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Compiled at the first use; operands from one seed have the same weights for every m.
  private Path executable(Shape shape, float[] weights) throws IOException {
    Path executable = folder.resolve("product-%dx%d.exe".formatted(shape.n(), shape.k()));
    if (!Files.exists(executable)) {
      Path model = folder.resolve("product.onnx");
      Files.write(
          model,
          new OnnxModel()
              .rows(IN, "m", shape.k())
              .constant("w", List.of(shape.k(), shape.n()), weights)
              .node("MatMul", List.of(IN, "w"), OnnxModel.OUTPUT)
              .rows("m", shape.n())
              .toBytes());
      new OnnxModelCompiler().compile(model, wanted, executable);
    }
    return executable;
  }
}
