package dev.certosina.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.ComputationBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComputationTextTest {

  @Test
  void readsBackWhatItPrinted() {
    Computation convolution =
        new ComputationBuilder(
                "c2d",
                IndexStatementParser.parse("O[n,k,p,q] += I[n,c,p*2+r-1,q*2+s-1 | 0] * W[k,c,r,s]"))
            .extent("n", 1)
            .extent("k", 8)
            .extent("p", 5)
            .extent("q", 7)
            .extent("c", 3)
            .extent("r", 3)
            .extent("s", 3)
            .type("I", ElementType.INT8)
            .constant("W")
            .build();
    Computation dot =
        new ComputationBuilder("dot", IndexStatementParser.parse("D[] += A[k] * B[k]"))
            .extent("k", 100)
            .build();
    for (Computation computation : List.of(convolution, dot)) {
      List<String> lines = ComputationText.print(computation);
      assertThat(ComputationText.parse(lines)).isEqualTo(computation);
      assertThat(lines).noneMatch(line -> line.contains("\n"));
    }
  }
}
