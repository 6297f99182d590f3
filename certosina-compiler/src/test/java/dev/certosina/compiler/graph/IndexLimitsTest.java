package dev.certosina.compiler.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.testkit.OnnxBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IndexLimitsTest {

  @Test
  void findsTheSmallestTableBehindCastsAndReshapes() {
    Graph graph =
        new OnnxBuilder(17)
            .input("ids", ElementType.INT64, "n")
            .input("types", ElementType.INT64, "n")
            .input("free", ElementType.INT64, "n")
            .floats("words", List.of(5L, 1L), 1, 2, 3, 4, 5)
            .floats("kinds", List.of(1L, 2L), 1, 2)
            .longs("shape", List.of(2L), 1, -1)
            .node("Gather", List.of("words", "ids"), List.of("a"))
            .node("Cast", List.of("types"), List.of("cast"), a -> a.set("to", 6))
            .node("Reshape", List.of("cast", "shape"), List.of("rows"))
            .node("Gather", List.of("kinds", "rows"), List.of("b"), a -> a.set("axis", -1))
            .node("Gather", List.of("words", "cast"), List.of("c"))
            .node("Gather", List.of("a", "free"), List.of("d"))
            .output("b")
            .output("c")
            .output("d")
            .graph();

    Map<String, Long> limits = IndexLimits.of(graph);

    assertThat(limits).containsExactly(Map.entry("ids", 5L), Map.entry("types", 2L));
    assertThat(IndexLimits.fromInfo(IndexLimits.toInfo(limits))).isEqualTo(limits);
    assertThat(IndexLimits.fromInfo(Map.of("producer", "x"))).isEmpty();
  }
}
