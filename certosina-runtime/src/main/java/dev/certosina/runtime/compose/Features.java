package dev.certosina.runtime.compose;

/// Which parts of the composer are at work; all of them, except to see what one is worth.
///
/// @param exactCover rows are covered exactly; else padded to the most efficient height
/// @param makespan tasks of all classes share the workers; else classes run one after the other
/// @param splitK chunks of a long reduction may go to several workers
/// @param guard an elaborate plan must beat the simple one by more than the model's error
public record Features(boolean exactCover, boolean makespan, boolean splitK, boolean guard) {
  public static final Features ALL = new Features(true, true, true, true);
}
