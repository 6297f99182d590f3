package dev.certosina.compiler.schedule;

import dev.certosina.compiler.schedule.Stage.ColumnSource;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorProgramPrinter;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Prints a schedule: each group with its row space and stages, then where each tensor lives.
///
/// ```
/// group NAME (outer g0 < DIM; row g1 < DIM)
///   rows
///     compute …
///   product NAME (n < DIM, k < DIM) from PANELS + initial BIAS
///   pack TARGET (n < DIM, k < DIM)
///   nest INTRINSIC on TENSOR, … in order LOOP, …
///   repack TENSOR to COPY
/// place TENSOR: local of group 3 in BUFFER
/// ```
public final class SchedulePrinter {
  private SchedulePrinter() {}

  public static String print(Schedule schedule) {
    StringBuilder out = new StringBuilder();
    schedule.groups().forEach(group -> print(out, group));
    for (Map.Entry<String, Place> entry : PlaceTensors.apply(schedule).entrySet()) {
      out.append("place ").append(entry.getKey()).append(": ");
      out.append(print(entry.getKey(), entry.getValue())).append('\n');
    }
    return out.toString();
  }

  private static void print(StringBuilder out, TaskGroup group) {
    out.append("group ").append(group.name()).append(" (outer ");
    out.append(axes(group.outer())).append("; row ").append(axes(List.of(group.row())));
    out.append(")\n");
    group.stages().forEach(stage -> print(out, stage));
  }

  private static void print(StringBuilder out, Stage stage) {
    switch (stage) {
      case Stage.Rows(List<TensorExpr> exprs) -> {
        out.append("  rows\n");
        for (TensorExpr expr : exprs) {
          out.append(TensorProgramPrinter.print(expr).indent(4));
        }
      }
      case Stage.Product(var parts, var initial, ColumnSource columns) -> {
        out.append("  product (").append(axes(List.of(parts.n(), parts.k()))).append(") from ");
        out.append(columns.tensor());
        out.append(columns.rowStride().isPresent() ? " in place" : " in panels");
        initial.ifPresent(load -> out.append(", initial ").append(load.tensor()));
        out.append('\n').append(TensorProgramPrinter.print(parts.expr()).indent(4));
      }
      case Stage.Pack(String target, var source, Axis n, Axis k) ->
          out.append("  pack ")
              .append(target)
              .append(" (")
              .append(axes(List.of(n, k)))
              .append(") from ")
              .append(TensorProgramPrinter.print(source))
              .append('\n');
      case Stage.Nest(var mapping, NestSchedule schedule, List<String> tensors) ->
          out.append("  nest ")
              .append(mapping.mapping().intrinsic().name())
              .append(" on ")
              .append(String.join(", ", tensors))
              .append(" in order ")
              .append(String.join(", ", schedule.order()))
              .append('\n');
      case Stage.Repack(_, String tensor, String copied, boolean back) ->
          out.append("  repack ")
              .append(back ? copied : tensor)
              .append(" to ")
              .append(back ? tensor : copied)
              .append('\n');
    }
  }

  private static String axes(List<Axis> axes) {
    return axes.stream()
        .map(axis -> axis.name() + " < " + Dims.print(axis.extent()))
        .collect(Collectors.joining(", "));
  }

  private static String print(String tensor, Place place) {
    return switch (place) {
      case Place.InRegister _ -> "register";
      case Place.InBuffer(String buffer, var kind, int group) -> {
        String where = buffer.equals(tensor) ? "" : " in " + buffer;
        yield switch (kind) {
          case INPUT -> "input" + where;
          case OUTPUT -> "output" + where;
          case WEIGHT -> "weight" + where;
          case ARENA -> "arena" + where;
          case LOCAL -> "local of group " + group + where;
        };
      }
    };
  }
}
