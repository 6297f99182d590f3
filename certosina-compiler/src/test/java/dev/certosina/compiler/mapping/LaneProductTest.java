package dev.certosina.compiler.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaneProductTest {

  @ParameterizedTest
  @CsvSource({
    "x86-64-v3, 8",
    "x86-64-v4, 16",
    "x86-64-v4+vnni+bf16, 16",
    "aarch64+dotprod+i8mm, 4"
  })
  void takesTheWidestInstructionOfEachTarget(String notation, int lanes) {
    Target target = Targets.parse(notation, Set.of()).getFirst();
    assertThat(LaneProduct.of(target).name()).startsWith("fma_broadcast_f32");
    assertThat(LaneProduct.lanes(LaneProduct.of(target))).isEqualTo(lanes);
  }
}
