package dev.certosina.compiler.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappingTextTest {
  private static final Computation CONV_2D =
      Statements.computation("O[n,k,p,q] += I[n,c,p+r,q+s] * W[k,c,r,s]");
  private static final Intrinsic MATRIX = Statements.matrix();

  @Test
  void readsWhatItPrints() {
    MappingOptions all = MappingOptions.DEFAULT.withSwap(true).withUnitAxes(true);
    for (Mapping mapping : EnumerateMappings.of(CONV_2D, MATRIX, all).accepted()) {
      assertThat(MappingText.parse(MappingText.print(mapping), CONV_2D, MATRIX)).isEqualTo(mapping);
    }
  }

  @Test
  void printsSourcesOnlyWhereTheyChangePlaces() {
    assertThat(print("i <- n, p; j<-k ;r<-c sources=0,1")).isEqualTo("i<-n,p; j<-k; r<-c");
    assertThat(print("i<-k; j<-; r<-c sources=1,0")).isEqualTo("i<-k; j<-; r<-c sources=1,0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "i<-n; j<-k | groups of [i, j], needs groups of [i, j, r]",
        "j<-k; i<-n; r<-c | groups of [j, i, r], needs groups of [i, j, r]",
        "i<-n; j=k; r<-c | 'j=k', needs AXIS<-AXIS,AXIS",
        "i<-z; j<-k; r<-c | axis 'z', needs one of [n, k, p, q, c, r, s]",
        "i<-n,; j<-k; r<-c | axis '', needs one of [n, k, p, q, c, r, s]",
        "i<-n; j<-n; r<-c | axis n twice, needs each axis at most once",
        "i<-n; j<-k; r<-c sources=0,0 | sources [0, 0], needs each of 0 to 1 once",
        "i<-n; j<-k; r<-c sources=x | source 'x', needs a number",
      })
  void refusesWhatIsNoMapping(String text, String reason) {
    assertThatThrownBy(() -> print(text))
        .isInstanceOf(ModelException.class)
        .hasMessage("mapping '%s': %s".formatted(text, reason));
  }

  private static String print(String text) {
    return MappingText.print(MappingText.parse(text, CONV_2D, MATRIX));
  }
}
