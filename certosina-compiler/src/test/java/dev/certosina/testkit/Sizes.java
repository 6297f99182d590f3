package dev.certosina.testkit;

import java.util.List;

/// Extents that catch off-by-one mistakes: powers of two, their neighbours, and odd ones.
public final class Sizes {

  /// In ascending order.
  public static final List<Integer> AWKWARD =
      List.of(1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 37, 64, 65, 100, 127, 128, 129);

  private Sizes() {}
}
