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
/// kernel reaches stays 0. Neighbouring residues that take one row of the kernel each, and the same
/// row of the image, are one convolution in which the kernel's row is spatial. Source: Dumoulin and
/// Visin, "A guide to convolution arithmetic", arXiv 1603.07285.
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

  /// Neighbouring residues of one dim.
  ///
  /// @param residue the first one
  /// @param residues how many; of several each takes one row of the kernel, `kernelStart` and those
  ///   after it
  /// @param count positions of the output for each residue
  /// @param kernelStart the first row of the kernel, and `taps` of them `stride` apart
  /// @param imageStart the row of the image under the first position and row
  private record Phase(
      long residue, long residues, long count, long kernelStart, long taps, long imageStart) {

    /// True if every position takes rows of the image only.
    boolean isInside(long imageSize) {
      return imageStart >= taps - 1 && imageStart + count <= imageSize;
    }

    boolean isFollowedBy(Phase next) {
      return taps == 1
          && next.taps == 1
          && next.count == count
          && next.imageStart == imageStart
          && next.kernelStart == kernelStart + residues;
    }

    Phase with(Phase next) {
      return new Phase(residue, residues + next.residues, count, kernelStart, taps, imageStart);
    }

    /// @param position the axis of the output's positions
    /// @param tap the axis of the kernel's rows
    String output(String position, String tap, long stride) {
      String start = "%s*%d+%d".formatted(position, stride, residue);
      return residues == 1 ? start : start + "+" + tap;
    }

    String image(String position, String tap) {
      String start = "%s+%d".formatted(position, imageStart);
      return residues == 1 ? start + "-" + tap : start;
    }

    String kernel(String tap, long stride) {
      return "%s*%d+%d".formatted(tap, residues == 1 ? stride : 1, kernelStart);
    }

    /// Rows of the kernel, in a reduction or for as many residues.
    long rows() {
      return Math.max(taps, residues);
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
          zeros.addAll(zeros(problem, rows, columns));
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
      Phase phase = new Phase(residue, 1, count, start, taps, shifted / stride);
      if (!phases.isEmpty() && phases.getLast().isFollowedBy(phase)) {
        phases.addLast(phases.removeLast().with(phase));
      } else {
        phases.add(phase);
      }
    }
    return phases;
  }

  private static Computation part(Problem problem, Phase rows, Phase columns) {
    long stride = problem.size("stride");
    String outputRow = rows.output("p", "r", stride);
    String outputColumn = columns.output("q", "s", stride);
    String imageRow = rows.image("p", "r");
    String imageColumn = columns.image("q", "s");
    boolean inside = rows.isInside(problem.size("H")) && columns.isInside(problem.size("H"));
    String padding = inside ? "" : " | 0";
    String kernelRow = rows.kernel("r", stride);
    String kernelColumn = columns.kernel("s", stride);
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
        .extent("r", rows.rows())
        .extent("s", columns.rows())
        .dim("O", row, extent)
        .dim("O", row + 1, extent)
        .dim("I", row, problem.dim("H"))
        .dim("I", row + 1, problem.dim("H"))
        .dim("W", kernelDim, problem.dim("R"))
        .dim("W", kernelDim + 1, problem.dim("R"))
        .build();
  }

  /// One for each pair of residues.
  private static List<ZeroPart> zeros(Problem problem, Phase rows, Phase columns) {
    List<ZeroPart> zeros = new ArrayList<>();
    for (long row = 0; row < rows.residues(); row++) {
      for (long column = 0; column < columns.residues(); column++) {
        zeros.add(zero(problem, rows, rows.residue() + row, columns, columns.residue() + column));
      }
    }
    return zeros;
  }

  private static ZeroPart zero(
      Problem problem, Phase rows, long rowResidue, Phase columns, long columnResidue) {
    Dim stride = problem.dim("stride");
    List<Axis> axes =
        List.of(
            new Axis("n", problem.batch(), AxisKind.PARALLEL),
            new Axis("k", problem.dim("C"), AxisKind.PARALLEL),
            new Axis("p", Dims.constant(rows.count()), AxisKind.PARALLEL),
            new Axis("q", Dims.constant(columns.count()), AxisKind.PARALLEL));
    IndexExpr sample = IndexExpr.axis("n");
    IndexExpr channel = IndexExpr.axis("k");
    IndexExpr row = IndexExpr.axis("p").times(stride).plus(Dims.constant(rowResidue));
    IndexExpr column = IndexExpr.axis("q").times(stride).plus(Dims.constant(columnResidue));
    List<IndexExpr> write =
        switch (problem.options().layout()) {
          case CHANNELS_FIRST -> List.of(sample, channel, row, column);
          case CHANNELS_LAST -> List.of(sample, row, column, channel);
        };
    return new ZeroPart(axes, write);
  }
}
