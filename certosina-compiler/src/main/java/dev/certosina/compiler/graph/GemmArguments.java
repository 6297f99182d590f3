package dev.certosina.compiler.graph;

/// The arguments of Gemm: `alpha * A * B + beta * C`, with A and B transposed on demand.
public record GemmArguments(boolean transA, boolean transB, float alpha, float beta) {

  public static GemmArguments of(NodeView node) {
    return new GemmArguments(
        node.intAttribute("transA", 0) != 0,
        node.intAttribute("transB", 0) != 0,
        node.floatAttribute("alpha", 1),
        node.floatAttribute("beta", 1));
  }
}
