package dev.certosina.compiler.graph;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;

/// Broadcasting as it was before opset 7: off unless the attribute `broadcast` is set, and then
/// only of the second operand, whose axes start at the attribute `axis` of the first one, or end
/// with the first one's last axis.
public final class LegacyBroadcast {
  private static final int FIRST_NUMPY_OPSET = 7;

  private LegacyBroadcast() {}

  /// True for a node whose two operands follow these rules.
  public static boolean applies(NodeView node) {
    return node.opset() < FIRST_NUMPY_OPSET;
  }

  /// The second operand's shape with as many axes of extent 1 behind it as make it line up, last
  /// axis to last axis, with the first operand.
  public static List<Dim> alignedShape(NodeView node) {
    List<Dim> shape = node.shape(1);
    if (!node.flag("broadcast", false)) {
      return shape;
    }
    int behind = 0;
    if (node.hasAttribute("axis")) {
      behind = node.rank(0) - node.axis(node.intAttribute("axis"), node.rank(0)) - shape.size();
    }
    if (behind < 0) {
      throw node.error("its second operand reaches beyond the axes of the first one");
    }
    var aligned = new ArrayList<Dim>(shape);
    for (int i = 0; i < behind; i++) {
      aligned.add(Dims.constant(1));
    }
    return aligned;
  }

  static List<Dim> infer(NodeView node, DimRelations dims) {
    List<Dim> left = node.shape(0);
    List<Dim> right = alignedShape(node);
    boolean broadcast = node.flag("broadcast", false);
    if (right.size() > left.size() || (!broadcast && right.size() != left.size())) {
      throw node.error("cannot broadcast " + node.inputsText() + " before opset 7");
    }
    return dims.broadcast(node, left, right);
  }
}
