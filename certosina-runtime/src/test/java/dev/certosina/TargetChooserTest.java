package dev.certosina;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.runtime.exec.TargetCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TargetChooserTest {
  private static final List<TargetCode> TARGETS =
      List.of(target("wide", "avx512f", "avx2"), target("narrow", "avx2"));

  private static TargetCode target(String name, String... flags) {
    return new TargetCode(name, List.of(flags), Map.of(), new byte[0]);
  }

  private static String choose(Optional<String> wanted, String... flags) {
    return TargetChooser.choose(TARGETS, wanted, Set.of(flags)).name();
  }

  @Test
  void takesTheFirstThatTheCpuRuns() {
    assertThat(choose(Optional.empty(), "avx2", "avx512f")).isEqualTo("wide");
    assertThat(choose(Optional.empty(), "avx2")).isEqualTo("narrow");
  }

  @Test
  void takesOnlyWhatIsNamed() {
    assertThat(choose(Optional.of("narrow"), "avx2", "avx512f")).isEqualTo("narrow");
    assertThat(choose(Optional.of("narrow, wide"), "avx2", "avx512f")).isEqualTo("wide");
    assertThatThrownBy(() -> choose(Optional.of("other"), "avx2"))
        .isInstanceOf(DeviceException.class)
        .hasMessage("target 'other' is not in the executable, which has [wide, narrow]");
  }

  @Test
  void saysWhatTheCpuLacks() {
    assertThatThrownBy(() -> choose(Optional.empty(), "sse2"))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "this cpu runs none of the executable's targets:"
                + " wide needs avx512f avx2; narrow needs avx2");
  }
}
