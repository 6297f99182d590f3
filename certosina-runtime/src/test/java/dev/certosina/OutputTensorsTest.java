package dev.certosina;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

class OutputTensorsTest {
  private static final long ELEMENTS = Integer.MAX_VALUE - 8;

  @Test
  void refusesWhatTheHeapCannotHold() {
    assumeTrue(
        Runtime.getRuntime().maxMemory() < ELEMENTS * Double.BYTES, "the heap is larger than that");
    assertThatThrownBy(() -> OutputTensors.allocate(ElementType.FLOAT64, new long[] {ELEMENTS}))
        .isInstanceOf(DeviceException.class)
        .hasMessage("not enough java memory for an output of 17179869112 bytes: raise -Xmx");
  }
}
