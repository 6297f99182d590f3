package dev.certosina.peers.onednn;

import dev.certosina.ModelException;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.OperatorWay;
import dev.certosina.peers.operator.PreparedOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bytedeco.dnnl.engine;
import org.bytedeco.dnnl.stream;

/// Collects the ways of computing one problem.
final class Attempts {
  private final OperatorProblem problem;
  private final engine processor = new engine(engine.kind.cpu, 0);
  private final stream queue = new stream(processor);
  private final List<OperatorWay> ways = new ArrayList<>();

  Attempts(OperatorProblem problem) {
    this.problem = problem;
  }

  private record Way(
      OperatorProblem problem,
      engine processor,
      stream queue,
      String text,
      Consumer<PrimitiveChain> build)
      implements OperatorWay {

    @Override
    public PreparedOperator prepare() {
      var chain = new PrimitiveChain(processor, queue, text, problem.outShape());
      try {
        build.accept(chain);
        chain.run();
        return chain;
      } catch (RuntimeException e) {
        chain.close();
        throw new ModelException(
            "onednn: %s: %s".formatted(text, String.valueOf(e.getMessage()).replace('\n', ' ')), e);
      }
    }
  }

  /// Adds one way, which the library may refuse.
  ///
  /// @param formula for people, before the names of the implementations
  void attempt(String formula, Consumer<PrimitiveChain> build) {
    ways.add(new Way(problem, processor, queue, formula, build));
  }

  List<OperatorWay> ways() {
    return List.copyOf(ways);
  }
}
