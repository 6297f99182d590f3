package dev.certosina.cli.conformance;

import dev.certosina.Certosina;
import dev.certosina.Model;
import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.cli.engine.ShapeSpecialization;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.onnx.OnnxReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The model of a case: compiled once for all data sets, unless data of an input decides shapes;
/// then it is compiled for each data set.
final class CaseModel implements AutoCloseable {
  private final Path file;
  private final Options options;
  private final Graph graph;
  private final ShapeSpecialization specialization;
  private Optional<Model> model = Optional.empty();
  private Optional<Session> session = Optional.empty();

  /// @throws Refused where the file is not a model
  CaseModel(Path file, Options options) {
    this.file = file;
    this.options = options;
    try {
      graph = OnnxReader.read(file);
      specialization = ShapeSpecialization.of(graph, String.valueOf(file.getFileName()));
    } catch (ModelException e) {
      throw new Refused(e);
    }
  }

  /// The model was refused before it ran.
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(ModelException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /// The names of the inputs, in the file's order.
  List<String> inputs() {
    return graph.inputs().stream().map(Graph.ValueInfo::name).toList();
  }

  /// The names of the outputs, in the file's order.
  List<String> outputs() {
    return graph.outputs();
  }

  /// Runs the model.
  ///
  /// @throws Refused where it does not compile
  /// @throws ModelException where it does not take `inputs`
  Map<String, Tensor> run(Map<String, Tensor> inputs) throws IOException {
    if (!specialization.isNeeded(inputs)) {
      return session().run(inputs);
    }
    try (Model specialized = specialize(inputs);
        Session once = specialized.newSession()) {
      return once.run(specialization.remaining(inputs));
    }
  }

  private Session session() {
    if (session.isEmpty()) {
      try {
        model = Optional.of(Certosina.load(file, options));
      } catch (ModelException e) {
        throw new Refused(e);
      }
      session = Optional.of(model.get().newSession());
    }
    return session.get();
  }

  private Model specialize(Map<String, Tensor> inputs) throws IOException {
    try {
      return specialization.load(inputs, options);
    } catch (ModelException e) {
      throw new Refused(e);
    }
  }

  @Override
  public void close() {
    session.ifPresent(Session::close);
    model.ifPresent(Model::close);
  }
}
