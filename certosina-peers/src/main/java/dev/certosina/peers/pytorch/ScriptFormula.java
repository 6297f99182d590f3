package dev.certosina.peers.pytorch;

import java.util.List;
import java.util.stream.IntStream;

/// One way of computing a problem in TorchScript.
///
/// @param text for people
/// @param forward an expression over the tensors `x` (left) and `g` (right) and over `w`, which is
///   the value of `packing`
/// @param packing an expression over `g` that is evaluated once, before anything is timed; `g`
///   itself where nothing is packed
/// @param left what `x` is
/// @param right what `g` is
record ScriptFormula(String text, String forward, String packing, Array left, Array right) {

  /// A tensor made from an operand.
  ///
  /// @param elements row by row of `shape`
  /// @param order of the axes in memory, the last one fastest
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Array(float[] elements, List<Integer> shape, List<Integer> order) {
    static Array plain(float[] elements, List<Integer> shape) {
      return new Array(elements, shape, IntStream.range(0, shape.size()).boxed().toList());
    }
  }

  static ScriptFormula of(String text, String forward, Array left, Array right) {
    return new ScriptFormula(text, forward, "g", left, right);
  }

  /// The same with `w` packed, and `forward` made for that.
  ScriptFormula packed(String how, String newPacking, String newForward) {
    return new ScriptFormula(text + ", " + how, newForward, newPacking, left, right);
  }

  /// Only the first `extent` elements of the result's axis 1, without a copy.
  ScriptFormula sliced(int extent) {
    String sliced = "torch.slice(%s, 1, 0, %d)".formatted(forward, extent);
    return new ScriptFormula(text, sliced, packing, left, right);
  }

  ScriptFormula named(String newText) {
    return new ScriptFormula(newText, forward, packing, left, right);
  }

  /// The methods `pack` and `forward`.
  String methods() {
    return """
      def pack(self: __torch__.M, g: Tensor) -> Tensor:
        return %s
      def forward(self: __torch__.M, x: Tensor, w: Tensor, g: Tensor) -> Tensor:
        return %s
    """
        .formatted(packing, forward);
  }
}
