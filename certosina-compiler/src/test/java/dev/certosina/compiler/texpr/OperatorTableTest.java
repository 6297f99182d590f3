package dev.certosina.compiler.texpr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.graph.Operators;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OperatorTableTest {

  @Test
  void lowersEveryOperatorThatShapeInferenceKnows() {
    Set<String> lowered = new HashSet<>(OperatorTable.names());
    // These are always solved by shape inference.
    lowered.addAll(Set.of("Shape", "Size"));
    assertThat(lowered).isEqualTo(new HashSet<>(Operators.names()));
  }
}
