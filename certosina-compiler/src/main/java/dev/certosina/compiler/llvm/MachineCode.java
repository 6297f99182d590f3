package dev.certosina.compiler.llvm;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// Position-independent machine code: it runs wherever it is copied to, needs nothing else, and is
/// never written to.
public final class MachineCode {
  /// The blob must be placed at an address that is a multiple of this many bytes.
  public static final int ALIGNMENT = 64;

  private final byte[] blob;
  private final Map<String, Integer> entryOffsets;

  MachineCode(byte[] blob, Map<String, Integer> entryOffsets) {
    this.blob = blob.clone();
    this.entryOffsets = Collections.unmodifiableMap(new TreeMap<>(entryOffsets));
  }

  /// A copy of the code and the constants it reads.
  public byte[] blob() {
    return blob.clone();
  }

  /// Where each entry point starts in the blob, in bytes, sorted by name.
  public Map<String, Integer> entryOffsets() {
    return entryOffsets;
  }
}
