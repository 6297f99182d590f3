package dev.certosina.compiler.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TargetsTest {
  private static final Set<String> NO_FLAGS = Set.of();

  @Test
  void readsListInOrderWithoutRepetition() {
    assertThat(Targets.parse("x86-64-v4, x86-64-v3,x86-64-v4", NO_FLAGS))
        .containsExactly(Targets.X86_64_V4, Targets.X86_64_V3);
  }

  @Test
  void addsAndRemovesExtensions() {
    Target target = only("x86-64-v4+bf16+vnni");
    assertThat(target.name()).isEqualTo("x86-64-v4+vnni+bf16");
    assertThat(target.features()).containsExactly("-lzcnt", "avx512vnni", "avx512bf16");
    assertThat(target.requiredCpuFlags()).contains("avx512f", "avx512_vnni", "avx512_bf16");
    assertThat(only("x86-64-v4+avx512vnni-vnni")).isEqualTo(Targets.X86_64_V4);
  }

  @Test
  void readsBackEveryName() {
    for (String text : List.of("x86-64-v3", "x86-64-v4", "x86-64-v4+vnni", "x86-64-v4+bf16")) {
      assertThat(only(text).name()).isEqualTo(text);
    }
  }

  @Test
  void resolvesHostToBestBaseWithExtensions() {
    Set<String> flags = new HashSet<>(Targets.X86_64_V3.requiredCpuFlags());
    flags.add("avx512_vnni");
    assertThat(Targets.parse("host", flags)).containsExactly(Targets.X86_64_V3);
    flags.addAll(Targets.X86_64_V4.requiredCpuFlags());
    assertThat(Targets.host(flags).name()).isEqualTo("x86-64-v4+vnni");
    assertThat(Targets.parse("host-vnni", flags)).containsExactly(Targets.X86_64_V4);
  }

  @Test
  void saysWhatHostLacks() {
    assertThatThrownBy(() -> Targets.host(Set.of("avx", "avx2", "bmi1", "bmi2", "fma", "abm")))
        .isInstanceOf(ModelException.class)
        .hasMessage("target 'host': this processor lacks [f16c, movbe], needed by x86-64-v3");
  }

  @Test
  void listsWhatIsKnown() {
    assertThatThrownBy(() -> only("x86-64-v4+sse5"))
        .isInstanceOf(ModelException.class)
        .hasMessage(
            "target 'x86-64-v4+sse5': 'sse5' is not known; bases are host, aarch64, x86-64-v3,"
                + " x86-64-v4; extensions are vnni, bf16, amx, dotprod, i8mm");
    assertThatThrownBy(() -> only("sparc")).hasMessageStartingWith("target 'sparc': 'sparc' is");
    assertThatThrownBy(() -> only("")).hasMessageStartingWith("target '': '' is not known");
    assertThatThrownBy(() -> only("x86-64-v4+")).hasMessageContaining("is not known");
  }

  @Test
  void addsAllOfAmxAtOnce() {
    Target target = only("x86-64-v4+amx");
    assertThat(target.features()).containsExactly("-lzcnt", "amx-tile", "amx-int8", "amx-bf16");
    Set<String> flags = new HashSet<>(Targets.X86_64_V4.requiredCpuFlags());
    flags.addAll(List.of("amx_tile", "amx_int8"));
    assertThat(Targets.host(flags)).isEqualTo(Targets.X86_64_V4);
    flags.add("amx_bf16");
    assertThat(Targets.host(flags)).isEqualTo(target);
  }

  @Test
  void knowsArm() {
    Target target = only("aarch64+i8mm+dotprod");
    assertThat(target.name()).isEqualTo("aarch64+dotprod+i8mm");
    assertThat(target.allFeatures()).containsExactly("fp-armv8", "neon", "dotprod", "i8mm");
    assertThat(target.lanes(4)).isEqualTo(4);
    Set<String> flags = Set.of("aarch64", "fp", "asimd", "asimddp", "sve");
    assertThat(Targets.host(flags).name()).isEqualTo("aarch64+dotprod");
    assertThat(target.runsOn(flags)).isFalse();
  }

  @Test
  void knowsWhichCodeAlsoRuns() {
    assertThat(only("x86-64-v4+vnni").includes(Targets.X86_64_V3)).isTrue();
    assertThat(Targets.X86_64_V4.includes(only("x86-64-v4+vnni"))).isFalse();
    assertThat(Targets.X86_64_V4.includes(Targets.AARCH64)).isFalse();
  }

  @Test
  void refusesExtensionThatBaseCannotHave() {
    assertThatThrownBy(() -> only("x86-64-v3+vnni"))
        .isInstanceOf(ModelException.class)
        .hasMessage(
            "target 'x86-64-v3+vnni': extension 'vnni' needs base x86-64-v4, found x86-64-v3");
  }

  private static Target only(String text) {
    return Targets.parse(text, NO_FLAGS).getFirst();
  }
}
