package dev.certosina.cli.tokenizer;

import java.util.Arrays;

/// The inputs of an encoder for one text: three arrays of one length, which are not copied.
public final class Encoding {
  private final long[] ids;
  private final long[] typeIds;
  private final long[] attentionMask;

  Encoding(long[] ids, long[] typeIds, long[] attentionMask) {
    this.ids = ids;
    this.typeIds = typeIds;
    this.attentionMask = attentionMask;
  }

  /// Token ids.
  public long[] ids() {
    return ids;
  }

  /// The segment of each token; 0 for single texts.
  public long[] typeIds() {
    return typeIds;
  }

  /// 1 for tokens, 0 for padding.
  public long[] attentionMask() {
    return attentionMask;
  }

  /// Tokens, padding included.
  public int length() {
    return ids.length;
  }

  @Override
  public String toString() {
    return Arrays.toString(ids);
  }
}
