package dev.certosina.compiler.mapping.operators;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;

/// What an operator can be asked for besides its sizes.
///
/// @param batch how many samples; a symbol where it is open, as for counting mappings
public record OperatorOptions(Dim batch, Layout layout, OperatorTypes types) {

  /// One sample, channels first, f32.
  public static final OperatorOptions DEFAULT =
      new OperatorOptions(Dims.constant(1), Layout.CHANNELS_FIRST, OperatorTypes.FLOAT32);

  public OperatorOptions withBatch(Dim other) {
    return new OperatorOptions(other, layout, types);
  }

  public OperatorOptions withBatch(long other) {
    return withBatch(Dims.constant(other));
  }

  public OperatorOptions withLayout(Layout other) {
    return new OperatorOptions(batch, other, types);
  }

  public OperatorOptions withTypes(OperatorTypes other) {
    return new OperatorOptions(batch, layout, other);
  }
}
