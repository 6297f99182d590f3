package dev.certosina.compiler.kernel.lower;

import dev.certosina.compiler.schedule.PackedWeight;
import dev.certosina.compiler.target.Target;

/// The register tile of a target's f32 micro-kernels.
///
/// A tile keeps `height` rows of `width` slices (16 columns each) of sums, one row of the right
/// operand and one broadcast value in registers; one register too many costs 10 % and more.
///
/// @param height the most rows
/// @param width slices, 1 or a whole panel
public record RegisterTile(int height, int width) {

  /// Measured at the multiply-add peak of their vector width: 9 x 48 with 32 registers of 16 lanes,
  /// 6 x 16 with 16 registers of 8 lanes.
  public static RegisterTile of(Target target) {
    RegisterTile panel = new RegisterTile(9, PackedWeight.PANEL_SLICES);
    return panel.fits(target) ? panel : new RegisterTile(6, 1);
  }

  /// True when sums, operands and broadcast fit in the target's registers.
  private boolean fits(Target target) {
    int vectorsPerRow = width * PackedWeight.SLICE / target.lanes(Float.BYTES);
    return height * vectorsPerRow + vectorsPerRow + 1 <= target.vectorRegisters();
  }

  /// Rows by columns, for example `9 x 48`.
  @Override
  public String toString() {
    return height + " x " + width * PackedWeight.SLICE;
  }
}
