package dev.certosina.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;

/// Models that lie as resources in the jars of test dependencies.
public enum CarriedModel {
  /// The sentence encoder all-MiniLM-L6-v2 in f32.
  MINI_LM("/all-minilm-l6-v2.onnx");

  private final String resource;

  CarriedModel(String resource) {
    this.resource = resource;
  }

  /// The model file. Skips the test where its jar is not on the class path.
  public byte[] bytes() {
    try (InputStream in = CarriedModel.class.getResourceAsStream(resource)) {
      assumeTrue(in != null, () -> "no " + resource + " on the class path");
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The model file in memory outside the heap, as a mapped file is.
  public MemorySegment segment() {
    byte[] bytes = bytes();
    MemorySegment segment = java.lang.foreign.Arena.ofAuto().allocate(bytes.length, 8);
    return segment.copyFrom(MemorySegment.ofArray(bytes));
  }
}
