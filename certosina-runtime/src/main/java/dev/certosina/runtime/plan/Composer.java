package dev.certosina.runtime.plan;

/// Decides for a bound shape whether a group runs fused or staged, and with which tiles.
///
/// Any answer gives the same bits: tiles decide who computes what when, never in which order an
/// element is accumulated.
@FunctionalInterface
interface Composer {

  /// Composes one group for `threads` threads; outer and row extent are at least 1, column extents
  /// may be 0.
  GroupPlan compose(GroupShape group, int threads);
}
