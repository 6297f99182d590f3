package dev.certosina.bench.ours;

import dev.certosina.compiler.mapping.operators.Layout;
import dev.certosina.peers.operator.OperatorProblem;

/// A problem of the peers with the tensors of ours that hold its operands and its result.
///
/// @param layout of our images and weights
/// @param right of an operand that the problem lacks or that we know as a constant: none
public record OperatorBinding(
    OperatorProblem problem, Layout layout, OperandView left, OperandView right, OperandView out) {

  /// With images channels-last, or without images.
  public OperatorBinding(
      OperatorProblem problem, OperandView left, OperandView right, OperandView out) {
    this(problem, Layout.CHANNELS_LAST, left, right, out);
  }
}
