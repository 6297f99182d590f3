package dev.certosina.cli.trial;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// A computation of constant extents as a few lines, for another process: name, statement, axes
/// (`m=105 k=32`), tensors (`A:f32:105,32`), constants (`B`).
public final class ComputationText {
  private ComputationText() {}

  private static final int LINES = 5;

  /// Five lines, which [#parse] reads back.
  public static List<String> print(Computation computation) {
    return List.of(
        computation.name(),
        IndexStatementPrinter.print(computation.statement()),
        computation.axes().stream()
            .map(axis -> axis.name() + "=" + Dims.print(axis.extent()))
            .collect(Collectors.joining(" ")),
        computation.tensors().stream().map(ComputationText::print).collect(Collectors.joining(" ")),
        String.join(" ", computation.constants()));
  }

  /// The first five of `lines` as a computation.
  public static Computation parse(List<String> lines) {
    if (lines.size() < LINES) {
      throw new IllegalArgumentException("found " + lines.size() + " lines, needed " + LINES);
    }
    IndexStatement statement = IndexStatementParser.parse(lines.get(1));
    List<String> spatial = statement.spatialAxes();
    return new Computation(
        lines.getFirst(),
        statement,
        words(lines.get(2)).stream().map(word -> axis(word, spatial)).toList(),
        words(lines.get(3)).stream().map(ComputationText::tensor).toList(),
        words(lines.get(4)));
  }

  private static String print(Tensor tensor) {
    String shape = tensor.shape().stream().map(Dims::print).collect(Collectors.joining(","));
    return tensor.name() + ":" + tensor.type() + ":" + shape;
  }

  private static Axis axis(String word, List<String> spatial) {
    String[] parts = word.split("=", 2);
    AxisKind kind = spatial.contains(parts[0]) ? AxisKind.PARALLEL : AxisKind.REDUCTION;
    return new Axis(parts[0], Dims.parse(parts[1]), kind);
  }

  private static Tensor tensor(String word) {
    String[] parts = word.split(":", 3);
    List<Dim> shape =
        parts[2].isEmpty()
            ? List.of()
            : Arrays.stream(parts[2].split(",")).map(Dims::parse).toList();
    return new Tensor(parts[0], ElementType.parse(parts[1]).orElseThrow(), shape);
  }

  private static List<String> words(String line) {
    return line.isEmpty() ? List.of() : List.of(line.split(" "));
  }
}
