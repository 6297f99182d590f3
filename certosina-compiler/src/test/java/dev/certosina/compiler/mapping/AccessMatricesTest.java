package dev.certosina.compiler.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.texpr.Computation;
import org.junit.jupiter.api.Test;

class AccessMatricesTest {
  private static final Computation CONV_2D =
      Statements.computation("O[n,k,p,q] += I[n,c,2*p+r,2*q+s] * W[k,c,r,s]");

  private static AccessMatrices matrices(String mapping) {
    return AccessMatrices.of(MappingText.parse(mapping, CONV_2D, Statements.matrix()));
  }

  @Test
  void acceptsThePublishedExample() {
    AccessMatrices matrices = matrices("i<-n,p,q; j<-k; r<-c,r,s");
    assertThat(matrices.isValid()).isTrue();
    assertThat(matrices.text())
        .isEqualTo(
            """
            X n k p q c r s   Y n k p q c r s   Z i j r
            I 1 0 1 1 1 1 1   i 1 0 1 1 0 0 0   A 1 0 1
            W 0 1 0 0 1 1 1   j 0 1 0 0 0 0 0   B 0 1 1
            O 1 1 1 1 0 0 0   r 0 0 0 0 1 1 1   D 1 1 0
            Z∘Y = X, X∘Yᵀ = Z
            """);
  }

  @Test
  void rejectsTwoColumnsOnOneAxis() {
    AccessMatrices matrices = matrices("i<-n,k; j<-; r<-c");
    assertThat(matrices.isValid()).isFalse();
    assertThat(matrices.text()).endsWith("Z∘Y ≠ X, X∘Yᵀ ≠ Z\n");
  }

  @Test
  void dropsColumnsOfAxesThatStayLoops() {
    AccessMatrices matrices = matrices("i<-n; j<-k; r<-c");
    assertThat(matrices.axes()).containsExactly("n", "k", "c");
    assertThat(matrices.isValid()).isTrue();
  }

  @Test
  void insertsColumnsForUnitAxes() {
    AccessMatrices matrices = matrices("i<-; j<-k; r<-c");
    assertThat(matrices.axes()).containsExactly("k", "c", "1_i");
    assertThat(matrices.isValid()).isTrue();
  }
}
