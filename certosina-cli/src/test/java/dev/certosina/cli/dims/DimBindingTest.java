package dev.certosina.cli.dims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.cli.dims.DimBinding.DynamicDim;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DimBindingTest {
  private static final DimBinding ENCODER =
      new DimBinding(
          List.of(
              new DynamicDim("ids", 0, "batch"),
              new DynamicDim("ids", 1, "length"),
              new DynamicDim("mask", 0, "batch"),
              new DynamicDim("mask", 1, "length")));

  @Test
  void takesOneForDimsThatNobodyNames() {
    assertThat(ENCODER.bind(Map.of())).containsExactlyInAnyOrderEntriesOf(extents(1, 1, 1, 1));
  }

  @Test
  void prefersExactNamesToStarsAndStarsToSymbols() {
    assertThat(ENCODER.bind(Map.of("length", 7L, "*.0", 2L, "mask.0", 3L)))
        .containsExactlyInAnyOrderEntriesOf(extents(2, 7, 3, 7));
    assertThat(ENCODER.bind(Map.of("length", 7L, "*.1", 9L)))
        .containsExactlyInAnyOrderEntriesOf(extents(1, 9, 1, 9));
  }

  @Test
  void refusesNamesThatTheModelDoesNotHave() {
    assertThatThrownBy(() -> ENCODER.bind(Map.of("ids.2", 1L)))
        .isInstanceOf(ModelException.class)
        .hasMessage(
            "dim 'ids.2': the model has no such dynamic dim; it has ids.0, ids.1, mask.0, mask.1");
  }

  @Test
  void refusesSymbolsThatNameTwoExtentsOfOneInput() {
    var square =
        new DimBinding(
            List.of(new DynamicDim("ids", 0, "batch"), new DynamicDim("ids", 1, "batch")));
    assertThatThrownBy(() -> square.bind(Map.of("batch", 4L)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("several extents of one input, ids.0, ids.1");
    assertThat(square.bind(Map.of("*.1", 4L))).containsEntry("ids.1", 4L);
  }

  private static Map<String, Long> extents(long ids0, long ids1, long mask0, long mask1) {
    return Map.of("ids.0", ids0, "ids.1", ids1, "mask.0", mask0, "mask.1", mask1);
  }
}
