package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.runtime.dim.Dim;
import java.util.List;
import java.util.Optional;

/// Computes types, shapes and known contents of a node's outputs from those of its inputs.
@FunctionalInterface
interface Inference {

  /// One result for each output, in order; a node may name fewer of them.
  List<Result> infer(NodeView node, DimRelations dims);

  /// What is known of one output.
  record Result(ElementType type, List<Dim> shape, Optional<List<Dim>> contents) {
    Result(ElementType type, List<Dim> shape) {
      this(type, shape, Optional.empty());
    }

    static List<Result> of(ElementType type, List<Dim> shape) {
      return List.of(new Result(type, shape));
    }

    static List<Result> of(ElementType type, List<Dim> shape, Optional<List<Dim>> contents) {
      return List.of(new Result(type, shape, contents));
    }
  }
}
