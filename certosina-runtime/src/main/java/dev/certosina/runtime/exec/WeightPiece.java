package dev.certosina.runtime.exec;

import java.lang.foreign.MemorySegment;

/// One weight, as it lies in an executable. Pieces are written one after another, each released
/// before the next is asked for.
public interface WeightPiece {

  /// Bytes of the piece.
  long byteSize();

  /// Fills all of `destination`, which has [#byteSize()] bytes, aligned to 64, initially zero.
  void writeTo(MemorySegment destination);

  /// A piece whose bytes exist already.
  static WeightPiece of(MemorySegment bytes) {
    return new WeightPiece() {
      @Override
      public long byteSize() {
        return bytes.byteSize();
      }

      @Override
      public void writeTo(MemorySegment destination) {
        destination.copyFrom(bytes);
      }
    };
  }
}
