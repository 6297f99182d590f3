package dev.certosina.compiler.mapping;

/// Which axes of a computation may feed which axes of an instruction.
public enum MappingRule {
  /// Any axis whose column of the access matrix equals the intrinsic axis's column: every correct
  /// mapping (AMOS, ISCA 2022, Algorithm 1 with the columns of axes left outside dropped).
  COLUMN("column"),
  /// Unions of one-to-one choices of axes whose index dimensions match the intrinsic's exactly, as
  /// AMOS's released code finds them: a subset of the column rule's, for comparison.
  MATCH_POINT("match-point");

  private final String text;

  MappingRule(String text) {
    this.text = text;
  }

  /// As written in options, for example `match-point`.
  public String text() {
    return text;
  }
}
