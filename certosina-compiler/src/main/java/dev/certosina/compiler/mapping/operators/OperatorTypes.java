package dev.certosina.compiler.mapping.operators;

import dev.certosina.ElementType;
import dev.certosina.compiler.texpr.Computation;

/// The element types of an operator's main computation.
///
/// @param left of the first operand, the image or the left matrix
/// @param right of the second operand
/// @param destination what sums are kept in
public record OperatorTypes(ElementType left, ElementType right, ElementType destination) {

  /// f32 throughout.
  public static final OperatorTypes FLOAT32 =
      new OperatorTypes(ElementType.FLOAT32, ElementType.FLOAT32, ElementType.FLOAT32);

  /// Those of an intrinsic's compute abstraction with one or two sources.
  public static OperatorTypes of(Computation computation) {
    return new OperatorTypes(
        computation.tensors().getFirst().type(),
        computation.tensors().get(computation.tensors().size() > 2 ? 1 : 0).type(),
        computation.destination().type());
  }
}
