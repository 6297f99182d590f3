package dev.certosina.runtime.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CpuFeaturesTest {
  @Test
  void readsTheFlagsOfTheFirstProcessor() throws IOException {
    TreeSet<String> flags = new TreeSet<>();
    String text = "processor : 0\nmodel name : a: b\nflags\t\t: fpu avx2\n\nflags : other\n";
    CpuFeatures.addFlags(new BufferedReader(new StringReader(text)), flags);
    assertThat(flags).containsExactly("avx2", "fpu");
  }

  @Test
  void namesTheArchitecture() {
    assertThat(CpuFeatures.flags()).isNotEmpty();
  }
}
