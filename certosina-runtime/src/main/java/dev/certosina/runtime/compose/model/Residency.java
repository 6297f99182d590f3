package dev.certosina.runtime.compose.model;

import java.util.List;

/// Where a micro-kernel finds the panel it reads.
public enum Residency {
  L1("l1"),
  L2("l2"),
  L3("l3"),
  MEMORY("memory");

  /// From the nearest to the farthest.
  public static final List<Residency> ALL = List.of(L1, L2, L3, MEMORY);

  private final String text;

  Residency(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
