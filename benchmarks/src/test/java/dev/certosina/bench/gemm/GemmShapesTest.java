package dev.certosina.bench.gemm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.bench.gemm.GemmShapes.Shape;
import dev.certosina.testkit.SharedData;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GemmShapesTest {
  @Test
  void areThoseOfDeepBenchWithRowsAndColumnsSwapped() {
    var shapes = new GemmShapes(SharedData.require("shapes"));
    assertThat(shapes.deepBench()).hasSize(166).contains(new Shape(16, 1760, 1760));
    assertThat(shapes.transformers()).doesNotHaveDuplicates().contains(new Shape(1, 128, 128));
  }

  @Test
  void drawAnyNumberOfRows() {
    assertThat(GemmShapes.random())
        .hasSizeGreaterThan(280)
        .isEqualTo(GemmShapes.random())
        .allMatch(shape -> shape.m() >= 1 && shape.m() <= 8192);
  }

  @Test
  void needTheSharedFolder() {
    var shapes = new GemmShapes(Path.of("none"));
    assertThatThrownBy(shapes::deepBench)
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("cannot be read; needed the folder of shared material");
  }
}
