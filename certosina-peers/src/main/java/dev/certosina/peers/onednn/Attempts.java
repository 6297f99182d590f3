package dev.certosina.peers.onednn;

import dev.certosina.ModelException;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.PreparedOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bytedeco.dnnl.engine;
import org.bytedeco.dnnl.stream;

/// Collects the ways of computing one problem; a way that the library does not implement is left
/// out.
final class Attempts implements AutoCloseable {
  private final OperatorProblem problem;
  private final engine processor = new engine(engine.kind.cpu, 0);
  private final stream queue = new stream(processor);
  private List<PreparedOperator> prepared = new ArrayList<>();
  private String refusal = "";

  Attempts(OperatorProblem problem) {
    this.problem = problem;
  }

  /// Adds one way unless the library refuses it.
  ///
  /// @param formula for people, before the names of the implementations
  void attempt(String formula, Consumer<PrimitiveChain> build) {
    var chain = new PrimitiveChain(processor, queue, formula, problem.outShape());
    try {
      build.accept(chain);
      chain.run();
      prepared.add(chain);
    } catch (RuntimeException e) {
      chain.close();
      refusal = String.valueOf(e.getMessage());
    }
  }

  /// What was collected; the caller closes it.
  ///
  /// @throws ModelException where it is nothing
  List<PreparedOperator> take() {
    if (prepared.isEmpty()) {
      throw new ModelException(
          "onednn: no primitive computes %s: %s".formatted(problem, refusal.replace('\n', ' ')));
    }
    List<PreparedOperator> taken = prepared;
    prepared = List.of();
    return taken;
  }

  @Override
  public void close() {
    prepared.forEach(PreparedOperator::close);
  }
}
