package dev.certosina.compiler.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.texpr.Computation;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValidateMappingTest {
  private static final Computation CONV_2D =
      Statements.computation("O[n,k,p,q] += I[n,c,p+r,q+s] * W[k,c,r,s]");

  @Test
  void rejectsRowsAndColumnsOnOneAxis() {
    assertThat(rejections("i<-n,k; j<-; r<-c"))
        .containsExactly("axis k -> i: column (A 0, B 1, D 1), needs (A 1, B 0, D 1)");
  }

  @Test
  void rejectsAReductionOnASpatialAxis() {
    assertThat(rejections("i<-c; j<-k; r<-r"))
        .containsExactly("axis c -> i: column (A 1, B 1, D 0), needs (A 1, B 0, D 1)");
  }

  @Test
  void namesTheOrderOfSwappedOperands() {
    assertThat(rejections("i<-n; j<-k; r<-c sources=1,0"))
        .first()
        .isEqualTo("axis n -> i with sources 1,0: column (A 0, B 1, D 1), needs (A 1, B 0, D 1)");
  }

  private static List<String> rejections(String text) {
    return ValidateMapping.rejections(MappingText.parse(text, CONV_2D, Statements.matrix()))
        .stream()
        .map(Rejection::text)
        .toList();
  }
}
