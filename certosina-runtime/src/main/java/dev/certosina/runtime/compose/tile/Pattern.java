package dev.certosina.runtime.compose.tile;

import java.util.List;

/// The nine ways of MikPoly to cut an output by at most one row cut, one column cut and a second
/// row cut.
public enum Pattern {
  /// The whole.
  I(1),
  /// Upper and lower.
  II(2),
  /// Left and right.
  III(2),
  /// Left; right cut into upper and lower.
  IV(3),
  /// Upper cut into left and right; lower.
  V(3),
  /// Upper; lower cut into left and right.
  VI(3),
  /// Left cut into upper and lower; right.
  VII(3),
  /// Left and right, each cut into upper and lower at heights of their own.
  VIII(4),
  /// Four quadrants.
  IX(4);

  /// In the order of the paper.
  public static final List<Pattern> ALL = List.of(I, II, III, IV, V, VI, VII, VIII, IX);

  /// For hardware that starts tiles in order by itself.
  public static final List<Pattern> STRIPS = List.of(I, II);

  private final int regions;

  Pattern(int regions) {
    this.regions = regions;
  }

  /// How many regions it has.
  public int regions() {
    return regions;
  }

  /// A rectangle that has no kernel yet.
  record Area(long row, long column, long rows, long columns) {}

  boolean usesRowCut() {
    return this != I && this != III;
  }

  boolean usesColumnCut() {
    return this != I && this != II;
  }

  boolean usesSecondRowCut() {
    return this == VIII;
  }

  /// The regions of an `m` by `n` output.
  ///
  /// @param r the row cut, strictly inside where the pattern has one
  /// @param c the column cut, strictly inside where the pattern has one
  /// @param s the row cut of the right part where it has its own
  List<Area> areas(long m, long n, long r, long c, long s) {
    return switch (this) {
      case I -> List.of(new Area(0, 0, m, n));
      case II -> List.of(new Area(0, 0, r, n), new Area(r, 0, m - r, n));
      case III -> List.of(new Area(0, 0, m, c), new Area(0, c, m, n - c));
      case IV ->
          List.of(new Area(0, 0, m, c), new Area(0, c, r, n - c), new Area(r, c, m - r, n - c));
      case V -> List.of(new Area(0, 0, r, c), new Area(0, c, r, n - c), new Area(r, 0, m - r, n));
      case VI ->
          List.of(new Area(0, 0, r, n), new Area(r, 0, m - r, c), new Area(r, c, m - r, n - c));
      case VII -> List.of(new Area(0, 0, r, c), new Area(r, 0, m - r, c), new Area(0, c, m, n - c));
      case VIII ->
          List.of(
              new Area(0, 0, r, c),
              new Area(r, 0, m - r, c),
              new Area(0, c, s, n - c),
              new Area(s, c, m - s, n - c));
      case IX ->
          List.of(
              new Area(0, 0, r, c),
              new Area(0, c, r, n - c),
              new Area(r, 0, m - r, c),
              new Area(r, c, m - r, n - c));
    };
  }
}
