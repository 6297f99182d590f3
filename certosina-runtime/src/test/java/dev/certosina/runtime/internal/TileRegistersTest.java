package dev.certosina.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.DeviceException;
import dev.certosina.runtime.exec.CpuFeatures;
import java.util.List;
import org.junit.jupiter.api.Test;

class TileRegistersTest {

  @Test
  void areGrantedWhereTheProcessorHasThem() {
    // The call is harmless elsewhere: Linux answers that it knows no such registers.
    assertThat(TileRegisters.request()).isEqualTo(CpuFeatures.flags().contains("amx_tile"));
  }

  @Test
  void areAskedForOnlyByCodeThatNeedsThem() {
    assertThatCode(() -> TileRegisters.requestFor(List.of("avx2"))).doesNotThrowAnyException();
    if (!CpuFeatures.flags().contains("amx_tile")) {
      assertThatThrownBy(() -> TileRegisters.requestFor(List.of("avx2", "amx_tile")))
          .isInstanceOf(DeviceException.class)
          .hasMessage("the operating system grants no tile registers, needed for amx_tile");
    }
  }
}
