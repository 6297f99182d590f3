package dev.certosina.compiler.schedule;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.mapping.Contraction;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Copy;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import dev.certosina.runtime.dim.Dim;
import java.util.List;
import java.util.Optional;

/// What one kernel computes for a tile of its group's row space.
///
/// Accesses in stages are linear addresses: one coordinate, in elements from the start of the
/// memory that the tensor (after aliases are resolved) lives in. Only a gather keeps a coordinate
/// per dim.
public sealed interface Stage {

  /// Expressions evaluated row by row, all of them on one row before the next row.
  record Rows(List<TensorExpr> exprs) implements Stage {
    public Rows {
      exprs = List.copyOf(exprs);
    }
  }

  /// A matrix product on packed or in-place columns.
  ///
  /// @param initial what each sum starts from, a tensor that depends on `n` only; 0 when absent
  record Product(Contraction contraction, Optional<Load> initial, ColumnSource columns)
      implements Stage {}

  /// Copies the right operand of a product into panels (see [PackedWeight]), zeros past `n`. Its
  /// rows are slices of 16 columns.
  ///
  /// @param source address of an element over the group's outer axes, `n` and `k`
  record Pack(String target, Load source, Axis n, Axis k) implements Stage {}

  /// How a product reads its right operand: element `(k, n)` of a batch point lies at `base + (n /
  /// 48) * panelStride + k * rowStride + n % 48`.
  ///
  /// @param tensor the packed tensor or the operand itself
  /// @param base address over the batch axes
  /// @param rowStride elements between rows of an operand read in place; packed panels are as wide
  ///   as their columns, so they have none
  record ColumnSource(String tensor, IndexExpr base, Dim panelStride, Optional<Dim> rowStride) {}

  /// A mapped instruction under a nest schedule; the group's rows are its tasks.
  ///
  /// @param tensors what each of the mapping's operands addresses: a tensor of the program, or a
  ///   copy of one
  record Nest(PhysicalMapping mapping, NestSchedule schedule, List<String> tensors)
      implements Stage {
    public Nest {
      tensors = List.copyOf(tensors);
    }
  }

  /// Fills a copy from a tensor; the group's rows are those of the copy's
  /// [dev.certosina.compiler.schedule.nest.CopyWalk].
  ///
  /// @param back whether the copy is brought back into the tensor instead
  record Repack(Copy copy, String tensor, String copied, boolean back) implements Stage {}
}
