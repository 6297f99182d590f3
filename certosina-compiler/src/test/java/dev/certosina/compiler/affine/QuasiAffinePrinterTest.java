package dev.certosina.compiler.affine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.affine.QuasiAffine.Constant;
import dev.certosina.compiler.affine.QuasiAffine.Quotient;
import dev.certosina.compiler.affine.QuasiAffine.Remainder;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuasiAffinePrinterTest {
  private static final QuasiAffine NUMBER =
      new Sum(
          List.of(
              new Scaled(new Variable("n"), 4),
              new Scaled(new Variable("p"), 2),
              new Variable("q")));

  @Test
  void printsTilesOfFusedAxes() {
    QuasiAffine address =
        new Sum(List.of(new Scaled(new Quotient(NUMBER, 2), 20), new Constant(-3)));
    assertThat(QuasiAffinePrinter.print(address)).isEqualTo("(4*n+2*p+q)/2*20-3");
    assertThat(QuasiAffinePrinter.print(new Remainder(NUMBER, 2))).isEqualTo("(4*n+2*p+q) mod 2");
  }

  @Test
  void putsScaledOperandsInParentheses() {
    assertThat(QuasiAffinePrinter.print(new Quotient(new Scaled(new Variable("n"), 4), 3)))
        .isEqualTo("(4*n)/3");
    assertThat(QuasiAffinePrinter.print(new Quotient(new Constant(-4), 3))).isEqualTo("(-4)/3");
    assertThat(QuasiAffinePrinter.print(new Scaled(NUMBER, -2))).isEqualTo("(4*n+2*p+q)*-2");
  }

  @Test
  void printsNothingAddedAsZero() {
    assertThat(QuasiAffinePrinter.print(new Sum(List.of()))).isEqualTo("0");
  }
}
