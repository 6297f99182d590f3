package dev.certosina.cli.tensor;

import dev.certosina.Tensor;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// A tensor in one line: its first elements.
public final class TensorSummary {
  private static final int SHOWN = 6;

  private TensorSummary() {}

  /// For example `0.5 -1.0 2.25 …`.
  public static String of(Tensor tensor) {
    String first =
        LongStream.range(0, Math.min(SHOWN, tensor.elementCount()))
            .mapToObj(i -> Elements.textAt(tensor.type(), tensor.data(), i))
            .collect(Collectors.joining(" "));
    return tensor.elementCount() > SHOWN ? first + " …" : first;
  }
}
