package dev.certosina.compiler.mapping;

/// What counts as a mapping.
///
/// @param swap operands of a commutative operation may play each other's parts
/// @param unitAxes an axis of the intrinsic may go without an axis of the computation: it gets an
///   inserted one of extent 1
/// @param strict fused extents smaller than the intrinsic's are refused instead of padded; an
///   extent that depends on a symbol counts as large enough
public record MappingOptions(MappingRule rule, boolean swap, boolean unitAxes, boolean strict) {
  /// The column rule, operands as written, every intrinsic axis fed, padding allowed.
  public static final MappingOptions DEFAULT =
      new MappingOptions(MappingRule.COLUMN, false, false, false);

  public MappingOptions withRule(MappingRule other) {
    return new MappingOptions(other, swap, unitAxes, strict);
  }

  public MappingOptions withSwap(boolean wanted) {
    return new MappingOptions(rule, wanted, unitAxes, strict);
  }

  public MappingOptions withUnitAxes(boolean wanted) {
    return new MappingOptions(rule, swap, wanted, strict);
  }

  public MappingOptions withStrict(boolean wanted) {
    return new MappingOptions(rule, swap, unitAxes, wanted);
  }
}
