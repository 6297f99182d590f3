package dev.certosina.runtime.internal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.DeviceException;
import org.junit.jupiter.api.Test;

class NativeMemoryTest {
  @Test
  void mapsZeroedMemoryOfAtLeastTheSize() {
    for (long size : new long[] {0, 1, 4096, 16385, (2L << 20) + 1}) {
      try (Mapping mapping = NativeMemory.map(size, false)) {
        assertThat(mapping.byteSize()).isGreaterThanOrEqualTo(Math.max(1, size));
        assertThat(mapping.address() % 4096).isZero();
        mapping.segment().set(JAVA_BYTE, mapping.byteSize() - 1, (byte) 1);
        assertThat(mapping.segment().get(JAVA_BYTE, 0)).isZero();
      }
    }
  }

  @Test
  void alignsMemoryForHugePages() {
    try (Mapping mapping = NativeMemory.map((4L << 20) + 1, true)) {
      assertThat(mapping.address() % NativeMemory.HUGE_PAGE_BYTES).isZero();
      assertThat(mapping.byteSize()).isEqualTo(6L << 20);
      mapping.segment().fill((byte) 7);
    }
  }

  @Test
  void refusesWhatTheSystemDoesNotHave() {
    assertThatThrownBy(() -> NativeMemory.map(1L << 60, false))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("refused 1152921504606846976 bytes");
  }

  @Test
  void holdsMachineCodeAsItIs() {
    byte[] blob = {1, 2, 3};
    try (CodeMemory code = CodeMemory.load(blob)) {
      assertThat(code.address(2) - code.address(0)).isEqualTo(2);
      assertThat(code.address(0) % 4096).isZero();
    }
  }
}
