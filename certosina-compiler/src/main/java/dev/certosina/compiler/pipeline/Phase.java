package dev.certosina.compiler.pipeline;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The stages of the compiler, in order. Their lower-case names are the command line's.
public enum Phase {
  /// ONNX bytes become a graph.
  IMPORT,
  /// Shapes are inferred, constants folded, shape arithmetic solved.
  GRAPH,
  /// Operators become tensor expressions.
  TEXPR,
  /// Element-wise producers are inlined and initial values absorbed.
  FUSE,
  /// Expressions are put into groups of stages, tensors into memory.
  SCHEDULE,
  /// Stages become kernels.
  KERNEL,
  /// Kernels become LLVM IR text.
  LLVM,
  /// LLVM IR becomes machine code, shown as assembly.
  OBJECT;

  /// The name on the command line.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Phase> parse(String text) {
    return Arrays.stream(values()).filter(phase -> phase.text().equals(text)).findFirst();
  }
}
