package dev.certosina.compiler.mapping.operators;

import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.Computations;
import dev.certosina.compiler.texpr.Computations.ZeroPart;
import dev.certosina.compiler.texpr.ProgramBuilder;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;

/// A transposed convolution without multiplications by inserted zeros: one convolution of the image
/// itself for each residue of the output's rows and columns modulo the stride.
///
/// Row `y = stride*p + a` takes the rows `r = stride*u + b` of the kernel, `b = (a + pad) mod
/// stride`, and of the image `i = p + (a + pad - b)/stride - u`. A residue that no row of the
/// kernel reaches stays 0. Source: Dumoulin and Visin, "A guide to convolution arithmetic", arXiv
/// 1603.07285.
///
/// @param parts each writes the elements of one pair of residues, all into `O`
/// @param zeros elements that no part writes
/// @param program the whole operator
public record PhaseDecomposition(
    List<Computation> parts, List<ZeroPart> zeros, TensorProgram program) {

  public PhaseDecomposition {
    parts = List.copyOf(parts);
    zeros = List.copyOf(zeros);
  }

  /// One residue of one dim.
  ///
  /// @param count positions of the output
  /// @param kernelStart the first row of the kernel, and `taps` of them `stride` apart
  /// @param imageStart the row of the image under the first position and row
  private record Phase(long residue, long count, long kernelStart, long taps, long imageStart) {

    /// True if every position takes rows of the image only.
    boolean isInside(long imageSize) {
      return imageStart >= taps - 1 && imageStart + count <= imageSize;
    }
  }

  static PhaseDecomposition of(Problem problem) {
    List<Computation> parts = new ArrayList<>();
    List<ZeroPart> zeros = new ArrayList<>();
    List<Phase> phases = phases(problem);
    for (Phase rows : phases) {
      for (Phase columns : phases) {
        if (rows.taps() > 0 && columns.taps() > 0) {
          parts.add(part(problem, rows, columns));
        } else {
          zeros.add(zero(problem, rows, columns));
        }
      }
    }
    if (parts.isEmpty()) {
      throw new ModelException(
          "operator '%s': found no output that a product reaches, needed one"
              .formatted(problem.operator()));
    }
    return new PhaseDecomposition(parts, zeros, program(parts, zeros));
  }

  private static TensorProgram program(List<Computation> parts, List<ZeroPart> zeros) {
    var program = new ProgramBuilder();
    for (String input : List.of("I", "W")) {
      Tensor tensor = parts.getFirst().tensor(input);
      program.declareInput(input, tensor.type(), tensor.shape());
    }
    Computations.append(program, parts, zeros);
    return program.build(List.of("O"), List.of(), List.of());
  }

  private static List<Phase> phases(Problem problem) {
    long stride = problem.size("stride");
    long extent = TransposedConvolution.outputExtent(problem);
    List<Phase> phases = new ArrayList<>();
    for (long residue = 0; residue < Math.min(stride, extent); residue++) {
      long shifted = residue + problem.size("pad");
      long start = shifted % stride;
      long taps = Math.max(0, Math.ceilDiv(problem.size("R") - start, stride));
      long count = Math.ceilDiv(extent - residue, stride);
      phases.add(new Phase(residue, count, start, taps, shifted / stride));
    }
    return phases;
  }

  private static Computation part(Problem problem, Phase rows, Phase columns) {
    long stride = problem.size("stride");
    String outputRow = "p*%d+%d".formatted(stride, rows.residue());
    String outputColumn = "q*%d+%d".formatted(stride, columns.residue());
    String imageRow = "p+%d-r".formatted(rows.imageStart());
    String imageColumn = "q+%d-s".formatted(columns.imageStart());
    boolean inside = rows.isInside(problem.size("H")) && columns.isInside(problem.size("H"));
    String padding = inside ? "" : " | 0";
    String kernelRow = "r*%d+%d".formatted(stride, rows.kernelStart());
    String kernelColumn = "s*%d+%d".formatted(stride, columns.kernelStart());
    boolean first = problem.options().layout() == Layout.CHANNELS_FIRST;
    String template =
        first
            ? "O[n,k,%s,%s] += I[n,c,%s,%s%s] * W[c,k,%s,%s]"
            : "O[n,%s,%s,k] += I[n,%s,%s,c%s] * W[%s,%s,c,k]";
    String statement =
        template.formatted(
            outputRow, outputColumn, imageRow, imageColumn, padding, kernelRow, kernelColumn);
    Dim extent = Dims.constant(TransposedConvolution.outputExtent(problem));
    int row = first ? 2 : 1;
    int kernelDim = first ? 2 : 0;
    return problem
        .builder(IndexStatementParser.parse(statement), List.of("W"))
        .extent("n", problem.batch())
        .extent("k", problem.dim("C"))
        .extent("c", problem.dim("K"))
        .extent("p", rows.count())
        .extent("q", columns.count())
        .extent("r", rows.taps())
        .extent("s", columns.taps())
        .dim("O", row, extent)
        .dim("O", row + 1, extent)
        .dim("I", row, problem.dim("H"))
        .dim("I", row + 1, problem.dim("H"))
        .dim("W", kernelDim, problem.dim("R"))
        .dim("W", kernelDim + 1, problem.dim("R"))
        .build();
  }

  private static ZeroPart zero(Problem problem, Phase rows, Phase columns) {
    Dim stride = problem.dim("stride");
    List<Axis> axes =
        List.of(
            new Axis("n", problem.batch(), AxisKind.PARALLEL),
            new Axis("k", problem.dim("C"), AxisKind.PARALLEL),
            new Axis("p", Dims.constant(rows.count()), AxisKind.PARALLEL),
            new Axis("q", Dims.constant(columns.count()), AxisKind.PARALLEL));
    IndexExpr sample = IndexExpr.axis("n");
    IndexExpr channel = IndexExpr.axis("k");
    IndexExpr row = IndexExpr.axis("p").times(stride).plus(Dims.constant(rows.residue()));
    IndexExpr column = IndexExpr.axis("q").times(stride).plus(Dims.constant(columns.residue()));
    List<IndexExpr> write =
        switch (problem.options().layout()) {
          case CHANNELS_FIRST -> List.of(sample, channel, row, column);
          case CHANNELS_LAST -> List.of(sample, row, column, channel);
        };
    return new ZeroPart(axes, write);
  }
}
