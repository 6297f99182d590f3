package dev.certosina.cli.dims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DimRequestTest {

  @Test
  void readsNamesAndExtents() {
    assertThat(DimRequest.parseAll(" *.0=1  *.1=8,16,37 "))
        .containsExactly(
            new DimRequest("*.0", List.of(1L)), new DimRequest("*.1", List.of(8L, 16L, 37L)));
    assertThat(DimRequest.parse("odd=name.1=0"))
        .isEqualTo(new DimRequest("odd=name.1", List.of(0L)));
    assertThat(DimRequest.parseAll("  ")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a=", "=1", "a=x", "a=-1", "a=1,", "a=99999999999999999999"})
  void refusesMalformedText(String text) {
    assertThatThrownBy(() -> DimRequest.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("dim '" + text + "': needed");
  }

  @Test
  void combinesSeveralListsWithTheLastVaryingFastest() {
    assertThat(DimRequest.combinations(DimRequest.parseAll("a.0=1,2 b.0=3,4")))
        .containsExactly(
            Map.of("a.0", 1L, "b.0", 3L),
            Map.of("a.0", 1L, "b.0", 4L),
            Map.of("a.0", 2L, "b.0", 3L),
            Map.of("a.0", 2L, "b.0", 4L));
    assertThat(DimRequest.combinations(List.of())).containsExactly(Map.of());
  }
}
