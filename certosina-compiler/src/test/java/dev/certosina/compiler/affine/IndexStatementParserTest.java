package dev.certosina.compiler.affine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.IndexStatement.ElementOperation;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IndexStatementParserTest {

  @Test
  void readsAMatrixProduct() {
    IndexStatement product = IndexStatementParser.parse("C[m,n] += A[m,k] * B[k,n]");
    assertThat(product.accumulation()).isEqualTo(Accumulation.SUM);
    assertThat(product.operation()).isEqualTo(ElementOperation.MULTIPLY);
    assertThat(product.operands()).extracting(Access::tensor).containsExactly("A", "B");
    assertThat(product.spatialAxes()).containsExactly("m", "n");
    assertThat(product.reductionAxes()).containsExactly("k");
  }

  @Test
  void readsStridesAndPadding() {
    IndexStatement convolution =
        IndexStatementParser.parse(
            "O[n,oc,oh,ow] += I[n,ic,oh*2+kh-1,2*ow+kw-1 | 0] * W[oc,ic,2-kh,kw]");
    Access image = convolution.operands().getFirst();
    assertThat(image.padding()).hasValue(0);
    assertThat(image.coordinates().get(2))
        .isEqualTo(
            IndexExpr.axis("oh")
                .times(Dims.constant(2))
                .plus(IndexExpr.axis("kh"))
                .plus(Dims.constant(-1)));
    assertThat(image.coordinates().get(3).coefficient("ow")).isEqualTo(Dims.constant(2));
    IndexExpr flipped = convolution.operands().get(1).coordinates().get(2);
    assertThat(flipped.coefficient("kh")).isEqualTo(Dims.constant(-1));
    assertThat(flipped.offset()).isEqualTo(Dims.constant(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "2*(oh+kh)-3; oh*2+kh*2-3",
        "-kh+2; -kh+2",
        "2-kh; -kh+2",
        "-(i-j)*2; -i*2+j*2",
        "i-i+4; 4",
        "- -i; i",
        "3*2*i; i*6",
        "0*i; 0",
        "(2)*i*(1+1); i*4",
      })
  void bringsCoordinatesToLinearForm(String written, String canonical) {
    IndexStatement statement = IndexStatementParser.parse("D[] max= A[" + written + "]");
    assertThat(IndexStatementPrinter.print(statement)).isEqualTo("D[] max= A[" + canonical + "]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "C[m,n] += A[m,k] * B[k,n]",
        "D[] min= A[i | inf] - B[i | -0.0] - C[]",
        "D[i] *= A[i]",
        "O[i] max= A[i*2+j-1 | -inf] + B[j | 0.25]",
        "\"/a b\\\"\"[i] += \"x[0]\"[\"d 0\"*3+i]",
        "D[i] += S[] * A[i | 1.0E30]",
      })
  void readsWhatWasPrinted(String text) {
    assertThat(IndexStatementPrinter.print(IndexStatementParser.parse(text))).isEqualTo(text);
  }

  @Test
  void givesBackRandomStatements() {
    RandomGenerator random = Seed.generator();
    for (int i = 0; i < 2000; i++) {
      IndexStatement statement = statement(random);
      String text = IndexStatementPrinter.print(statement);
      assertThat(IndexStatementParser.parse(text)).as(text).isEqualTo(statement);
      assertThat(IndexStatementParser.parse(text.replace(" ", "")))
          .as("without spaces: %s", text)
          .isEqualTo(statement);
    }
  }

  private static IndexStatement statement(RandomGenerator random) {
    List<Access> operands = new ArrayList<>();
    int count = random.nextInt(1, 4);
    for (int i = 0; i < count; i++) {
      OptionalDouble padding =
          switch (random.nextInt(5)) {
            case 0 -> OptionalDouble.of(random.nextInt(-3, 3));
            case 1 -> OptionalDouble.of(random.nextGaussian() * 1e20);
            default -> OptionalDouble.empty();
          };
      operands.add(new Access("T" + i, coordinates(random), padding));
    }
    return new IndexStatement(
        Access.of("D", coordinates(random)),
        pick(random, Accumulation.values()),
        pick(random, ElementOperation.values()),
        operands);
  }

  private static List<IndexExpr> coordinates(RandomGenerator random) {
    List<IndexExpr> coordinates = new ArrayList<>();
    int rank = random.nextInt(4);
    for (int dim = 0; dim < rank; dim++) {
      IndexExpr sum = IndexExpr.constant(random.nextInt(3) == 0 ? random.nextLong(-1000, 1000) : 0);
      int terms = random.nextInt(4);
      for (int term = 0; term < terms; term++) {
        IndexExpr axis = IndexExpr.axis(pick(random, "i", "j", "k1", "oh.o", "_x"));
        sum = sum.plus(axis.times(Dims.constant(random.nextInt(-3, 4))));
      }
      coordinates.add(sum);
    }
    return coordinates;
  }

  @SafeVarargs
  private static <T> T pick(RandomGenerator random, T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '#',
      value = {
        "C[i] += A[i*j]; column 13: found 'j]', needed an integer: a coordinate is affine, so axes"
            + " are not multiplied by axes",
        "C[i] += A[i/2]; column 12: found '/2]', needed '+', '-', '*', ',', '|' or ']': a coordinate"
            + " is affine, so nothing is divided",
        "C[i] += A[(i%2)]; column 13: found '%2)]', needed '+', '-', '*' or ')': a coordinate is"
            + " affine, so nothing is divided",
        "C[i] = A[i]; column 6: found '= A[i]', needed an assignment ('+=', '*=', 'max=' or 'min=')",
        "C[i] -= A[i]; column 6: found '-= A[i]', needed an assignment ('+=', '*=', 'max=' or"
            + " 'min=')",
        "C[i] += A[i] * B[i] + D[i]; column 21: found '+ D[i]', needed '*': a statement has one kind"
            + " of operation",
        "C[i] += A[i] / B[i]; column 14: found '/ B[i]', needed an operation between operands ('*',"
            + " '+' or '-') or the end",
        "C[i] += 2 * B[i]; column 9: found '2 * B[i]', needed a tensor",
        "C[i] +=; column 8: found the end, needed a tensor",
        "C[i | 0] += A[i]; column 5: found '| 0] += A[i]', needed ',' or ']': only what is read has"
            + " padding",
        "C[i] += A[i | x]; column 15: found 'x]', needed a number, 'inf' or '-inf'",
        "C[i] += A[i | 1f]; column 15: found '1f]', needed a number, 'inf' or '-inf'",
        "C[i] += A[i | 0; column 16: found the end, needed ']'",
        "C[i] += A[i,]; column 13: found ']', needed an axis, an integer or '('",
        "C[i] += A[i; column 12: found the end, needed '+', '-', '*', ',', '|' or ']'",
        "C i; column 3: found 'i', needed '['",
        "C[i] += A[2i]; column 12: found 'i]', needed '+', '-', '*', ',', '|' or ']'",
        "C[i] += A[99999999999999999999]; column 11: found '999999999999', needed an integer that"
            + " fits 64 bits",
        "C[i] += A[i*9999999999*9999999999]; column 24: found '9999999999]', needed numbers whose"
            + " results fit 64 bits",
        "C[i] += #A[i]; column 9: found '#A[i]', needed a tensor",
      })
  void refusesWhatIsNoStatement(String text, String message) {
    assertThatThrownBy(() -> IndexStatementParser.parse(text))
        .isInstanceOf(ModelException.class)
        .hasMessage(message);
  }

  @Test
  void refusesDeepNestingAndBrokenTextInOneLine() {
    RandomGenerator random = Seed.generator();
    assertThatThrownBy(() -> IndexStatementParser.parse("C[" + "(".repeat(100_000) + "i] += A[i]"))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("nested at most");
    for (int i = 0; i < 3000; i++) {
      StringBuilder text = new StringBuilder(IndexStatementPrinter.print(statement(random)));
      for (int change = random.nextInt(1, 4); change > 0 && !text.isEmpty(); change--) {
        int at = random.nextInt(text.length());
        text.replace(
            at, at + random.nextInt(2), pick(random, "[", "]", "*", "\n", "\"", "9", "", "|"));
      }
      try {
        IndexStatementParser.parse(text.toString());
      } catch (ModelException e) {
        assertThat(e.getMessage()).matches("(line \\d+, )?column \\d+: found .*, needed .*");
      }
    }
  }
}
