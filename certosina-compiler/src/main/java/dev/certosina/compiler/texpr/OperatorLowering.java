package dev.certosina.compiler.texpr;

import dev.certosina.compiler.graph.NodeView;

/// Turns one node into tensor expressions or views and defines the node's outputs.
interface OperatorLowering {
  void lower(Lowering lowering, NodeView node);
}
