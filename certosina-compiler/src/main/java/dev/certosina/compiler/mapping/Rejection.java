package dev.certosina.compiler.mapping;

/// Why something is not a mapping.
///
/// @param place what was refused: the statement, `axis k -> i`, or a mapping as text
public record Rejection(Reason reason, String place, String found, String needed) {

  /// What kind of condition failed.
  public enum Reason {
    /// The computation's statement is not the intrinsic's: accumulation, operation, number of
    /// operands, or element types.
    STATEMENT("statement"),
    /// An axis occurs in other operands than the intrinsic axis does.
    COLUMN("column"),
    /// An axis of the intrinsic is left without any axis.
    NO_AXIS("no-axis"),
    /// An axis is in no exact match of index dimensions (the match-point rule only).
    MATCH_POINT("match-point"),
    /// A fused extent is smaller than the intrinsic's (strict only).
    EXTENT("extent"),
    /// A reduction axis of the intrinsic would have padding lanes that no value makes neutral.
    PADDING("padding");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /// One line.
  public String text() {
    return place + ": " + found + ", needs " + needed;
  }
}
