package dev.certosina.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.mapping.operators.Layout;
import dev.certosina.compiler.mapping.operators.OperatorOptions;
import dev.certosina.compiler.mapping.operators.Operators;
import java.util.List;
import org.junit.jupiter.api.Test;

class TuneProblemTest {

  @Test
  void isOneForEachConfiguration() {
    assertThat(TuneProblem.of(List.of("gmm:0", "dil"), 1, Layout.CHANNELS_LAST))
        .extracting(TuneProblem::name)
        .startsWith("gmm:0", "dil:0", "dil:1");
  }

  @Test
  void isOneForEachPartOfATransposedConvolution() {
    var options = OperatorOptions.DEFAULT.withLayout(Layout.CHANNELS_LAST);
    var selection = Operators.select("t2d:3");
    var parts =
        selection.operator().phases(selection.configuration(), options).orElseThrow().parts();
    List<TuneProblem> problems = TuneProblem.of(List.of("t2d:3"), 1, Layout.CHANNELS_LAST);
    assertThat(problems).extracting(TuneProblem::computation).containsExactlyElementsOf(parts);
    assertThat(problems).extracting(TuneProblem::name).startsWith("t2d:3 part 1", "t2d:3 part 2");
  }
}
