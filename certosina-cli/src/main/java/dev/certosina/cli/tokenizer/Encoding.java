package dev.certosina.cli.tokenizer;

import java.util.Arrays;

/// The inputs of an encoder for one text; three arrays of one length.
///
/// @param ids token ids
/// @param typeIds the segment of each token; 0 for single texts
/// @param attentionMask 1 for tokens, 0 for padding
public record Encoding(long[] ids, long[] typeIds, long[] attentionMask) {

  /// Tokens, padding included.
  public int length() {
    return ids.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Encoding that
        && Arrays.equals(ids, that.ids)
        && Arrays.equals(typeIds, that.typeIds)
        && Arrays.equals(attentionMask, that.attentionMask);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ids);
  }

  @Override
  public String toString() {
    return Arrays.toString(ids);
  }
}
