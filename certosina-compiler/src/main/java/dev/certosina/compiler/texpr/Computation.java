package dev.certosina.compiler.texpr;

import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import java.util.List;
import java.util.Objects;

/// A perfect loop nest around one scalar statement, with extents and types: an operator, or the
/// compute abstraction of an instruction.
///
/// At every point of the domain the operands are converted to the destination's element type,
/// joined by the statement's operation, and accumulated into the destination, which starts at the
/// accumulation's identity (an instruction's destination starts at what its register holds).
/// Reduction axes run in the order given, the last one fastest.
///
/// @param name for messages
/// @param axes each axis of the statement once, spatial ones ([TensorExpr.AxisKind#PARALLEL]) first
/// @param tensors each tensor of the statement once, in order of first mention by
///   [IndexStatement#accesses()]; the destination is last
/// @param constants names of operands whose elements are known ahead of time, such as weights
public record Computation(
    String name,
    IndexStatement statement,
    List<Axis> axes,
    List<Tensor> tensors,
    List<String> constants) {

  public Computation {
    axes = List.copyOf(axes);
    tensors = List.copyOf(tensors);
    constants = List.copyOf(constants);
  }

  public Axis axis(String name) {
    return axes.stream().filter(axis -> axis.name().equals(name)).findFirst().orElseThrow();
  }

  public Tensor tensor(String name) {
    return tensors.stream().filter(tensor -> tensor.name().equals(name)).findFirst().orElseThrow();
  }

  public Tensor destination() {
    return Objects.requireNonNull(tensors.getLast());
  }
}
