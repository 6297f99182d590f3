package dev.certosina.compiler.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.target.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A graph compiled once, with a session for every target that this processor has.
final class CompiledGraph implements AutoCloseable {
  private static final Path LIBRARY =
      Path.of(System.getProperty("java.io.tmpdir"), "certosina-test-llvm");

  private final List<Model> models = new ArrayList<>();
  private final List<Session> sessions = new ArrayList<>();

  CompiledGraph(Graph graph, boolean checked) {
    List<Target> targets = ProgramRun.targets();
    try {
      Path file = Files.createTempFile("certosina", ".cex");
      try {
        new Pipeline(new CompileOptions(targets, checked, LIBRARY)).compile(graph, "test", file);
        for (Target target : targets) {
          Options options = Options.builder().threads(1).target(target.name()).build();
          models.add(Executable.load(file, options));
          sessions.add(models.getLast().newSession());
        }
      } finally {
        Files.delete(file);
      }
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  /// The output `y`, which all targets must agree on; empty where they refuse the inputs.
  Optional<DenseArray> run(Map<String, Tensor> inputs) {
    List<Optional<DenseArray>> results = new ArrayList<>();
    for (Session session : sessions) {
      try {
        results.add(Optional.ofNullable(session.run(inputs).get("y")).map(DenseArray::of));
      } catch (ModelException refused) {
        assertThat(refused.getMessage())
            .matches("node '.*|cannot broadcast .*")
            .doesNotContain("\n");
        results.add(Optional.empty());
      }
    }
    assertThat(results).containsOnly(results.getFirst());
    return results.getFirst();
  }

  @Override
  public void close() {
    sessions.forEach(Session::close);
    models.forEach(Model::close);
  }
}
