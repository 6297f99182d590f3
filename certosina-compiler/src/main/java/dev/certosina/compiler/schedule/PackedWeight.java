package dev.certosina.compiler.schedule;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import java.util.List;

/// A constant right operand laid out in panels, once, ahead of time.
///
/// A panel holds 48 columns, `[k][48]` floats; the last one of a batch point is only as wide as the
/// columns that are left, rounded up to 16 and filled with zeros. Every micro-kernel of every
/// target reads this one layout, so any composition of tiles is legal for any shape and targets
/// share their weights.
///
/// @param name of the packed tensor; equal layouts of one source have one name
/// @param source the constant tensor
/// @param address element of `source` at a point of `batch`, `n` and `k`
/// @param batch axes with constant extents, outermost first
public record PackedWeight(
    String name, String source, IndexExpr address, List<Axis> batch, Axis n, Axis k) {

  /// Columns of one slice; every micro-kernel's width is a multiple of it.
  public static final int SLICE = 16;

  /// Slices of a whole panel.
  public static final int PANEL_SLICES = 3;

  /// Columns of a whole panel.
  public static final int PANEL = SLICE * PANEL_SLICES;

  public PackedWeight {
    batch = List.copyOf(batch);
  }
}
