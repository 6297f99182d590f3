package dev.certosina.compiler.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.Rejection.Reason;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnumerateMappingsTest {
  private static final String CONV_2D = "O[n,k,p,q] += I[n,c,p+r,q+s] * W[k,c,r,s]";
  private static final String CONV_3D = "O[n,k,d,p,q] += I[n,c,d+t,p+r,q+s] * W[k,c,t,r,s]";
  private static final MappingOptions MATCH_POINT =
      MappingOptions.DEFAULT.withRule(MappingRule.MATCH_POINT);
  private static final Intrinsic MATRIX = Statements.matrix();
  private static final Intrinsic CONV =
      Statements.intrinsic(
          "D[i,y,x] += A[r,y,x] * B[i,r]", Map.of("i", 16, "y", 4, "x", 4, "r", 16));

  /// Counts of amos.md 2.1: the statement, match-point rule, column rule.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "C[m,n] += A[m,k] * B[k,n]; 1; 1",
        "O[n,k,q] += I[n,c,q+s] * W[k,c,s]; 6; 9",
        CONV_2D + "; 35; 49",
        "O[n,k,p,q] += I[n,c,2*p+3*r-1,2*q+3*s-1 | 0] * W[k,c,r,s]; 35; 49",
        CONV_3D + "; 180; 225",
        "O[n,k,p,q] += I[n,c,p+r,q+s] * W[c,k,2-r,2-s]; 7; 49",
        "O[n,g,k,p,q] += I[n,g,c,p+r,q+s] * W[g,k,c,r,s]; 35; 49",
        "O[n,c,m,p,q] += I[n,c,p+r,q+s] * W[c,m,r,s]; 11; 21",
        "O[n,k,p,q,v] += I[n,c,p+r,q+s] * W[k,c,r,s,v]; 105; 147",
        "O[n,k,p,q] += I[n,c,p+r,q+s] * W[n,k,c,r,s]; 11; 21",
        "O[n,g,k] += I[n,g,c] * W[g,k,c]; 1; 1",
      })
  void countsAsAmosDoes(String statement, long matchPoint, long column) {
    Computation computation = Statements.computation(statement);
    assertThat(EnumerateMappings.count(computation, MATRIX, MATCH_POINT)).isEqualTo(matchPoint);
    assertThat(EnumerateMappings.count(computation, MATRIX, MappingOptions.DEFAULT))
        .isEqualTo(column);
  }

  @Test
  void countsDisjointSetsOfInterchangeableAxes() {
    Computation conv3d = Statements.computation(CONV_3D);
    Computation conv2d = Statements.computation(CONV_2D);
    Intrinsic axpy = Statements.intrinsic("D[i] += A[r] * B[i,r]", Map.of("i", 4, "r", 1));
    assertThat(EnumerateMappings.count(conv3d, axpy, MATCH_POINT)).isEqualTo(15);
    assertThat(EnumerateMappings.count(conv3d, CONV, MATCH_POINT)).isEqualTo(366);
    assertThat(EnumerateMappings.count(conv2d, CONV, MATCH_POINT)).isEqualTo(32);
    assertThat(EnumerateMappings.count(conv3d, CONV, MappingOptions.DEFAULT)).isEqualTo(750);
    assertThat(EnumerateMappings.count(conv2d, CONV, MappingOptions.DEFAULT)).isEqualTo(84);
  }

  @ParameterizedTest
  @CsvSource({"1,128,28,128,3,20", "1,3,112,64,7,18", "1,512,7,512,3,8"})
  void countsFeasibleMappings(int n, int c, int image, int k, int kernel, long expected) {
    Computation computation =
        Statements.computation(
            CONV_2D,
            Map.of("n", n, "c", c, "p", image, "q", image, "k", k, "r", kernel, "s", kernel),
            ElementType.FLOAT32);
    MappingOptions strict = MATCH_POINT.withStrict(true);
    assertThat(EnumerateMappings.count(computation, MATRIX, strict)).isEqualTo(expected);
    assertThat(EnumerateMappings.of(computation, MATRIX, strict).rejected())
        .filteredOn(rejection -> rejection.reason() == Reason.EXTENT)
        .hasSize(35 - (int) expected);
  }

  @Test
  void countsSymbolicExtentsAsFeasible() {
    Computation computation =
        Statements.computation(CONV_2D, Map.of("c", 2, "r", 3, "s", 3), ElementType.FLOAT32);
    MappingSpace space =
        EnumerateMappings.of(computation, MATRIX, MappingOptions.DEFAULT.withStrict(true));
    assertThat(space.accepted()).hasSize(7);
    assertThat(space.accepted())
        .allMatch(mapping -> mapping.groups().getLast().axes().equals(List.of("c", "r", "s")));
  }

  @Test
  void listsInAFixedOrder() {
    MappingSpace space =
        EnumerateMappings.of(
            Statements.computation("O[n,k,q] += I[n,c,q+s] * W[k,c,s]"),
            MATRIX,
            MappingOptions.DEFAULT);
    assertThat(space.accepted().stream().map(MappingText::print))
        .containsExactly(
            "i<-n; j<-k; r<-c",
            "i<-n; j<-k; r<-s",
            "i<-n; j<-k; r<-c,s",
            "i<-q; j<-k; r<-c",
            "i<-q; j<-k; r<-s",
            "i<-q; j<-k; r<-c,s",
            "i<-n,q; j<-k; r<-c",
            "i<-n,q; j<-k; r<-s",
            "i<-n,q; j<-k; r<-c,s");
  }

  @Test
  void saysWhyAxesDoNotMatch() {
    MappingSpace space =
        EnumerateMappings.of(Statements.computation(CONV_2D), MATRIX, MappingOptions.DEFAULT);
    assertThat(space.rejected().stream().map(Rejection::text))
        .contains("axis k -> i: column (A 0, B 1, D 1), needs (A 1, B 0, D 1)")
        .hasSize(3 * 7 - 7);
  }

  @Test
  void saysWhySetsAreNoMatchPoints() {
    MappingSpace space = EnumerateMappings.of(Statements.computation(CONV_2D), MATRIX, MATCH_POINT);
    assertThat(space.rejected().stream().map(Rejection::text))
        .contains(
            "i<-p; j<-k; r<-r: axis p shares a dimension with r, needs for each axis a match"
                + " point: one axis per group, no two in one dimension")
        .filteredOn(text -> text.startsWith("i<-"))
        .hasSize(49 - 35);
    assertThat(
            EnumerateMappings.of(
                    Statements.computation("O[n,k,p] += I[n,c,p+r] * W[c,k,2-r]"),
                    MATRIX,
                    MATCH_POINT)
                .rejected()
                .stream()
                .map(Rejection::text))
        .contains(
            "axis r -> r: coefficient -1 in W, needs a positive coefficient in one dimension per"
                + " operand");
  }

  @Test
  void saysWhyStatementsDiffer() {
    MappingSpace space =
        EnumerateMappings.of(
            Statements.computation("C[m,n] max= A[m,k] + B[k,n]", Map.of(), ElementType.INT8),
            MATRIX,
            MappingOptions.DEFAULT);
    assertThat(space.accepted()).isEmpty();
    assertThat(space.rejected().stream().map(Rejection::text))
        .containsExactly(
            "statement: accumulation max=, needs +=",
            "statement: operation +, needs *",
            "statement: A of type i8, needs f32 as A",
            "statement: B of type i8, needs f32 as B",
            "statement: C of type i8, needs f32 as D");
    assertThat(
            EnumerateMappings.of(
                    Statements.computation("C[m] += A[m,k]"), MATRIX, MappingOptions.DEFAULT)
                .rejected())
        .containsExactly(new Rejection(Reason.STATEMENT, "statement", "1 operands", "2"));
  }

  @Test
  void swapsOperandsOnlyWhenAskedAndOnlyWhereItMatters() {
    Computation product = Statements.computation("C[m,n] += B[k,n] * A[m,k]");
    Intrinsic lanes = Statements.intrinsic("D[i] += A[] * B[i]", Map.of("i", 16));
    Intrinsic alike = Statements.intrinsic("D[i] += A[i] * B[i]", Map.of("i", 16));
    MappingOptions swap = MappingOptions.DEFAULT.withSwap(true);
    assertThat(texts(product, MATRIX, swap))
        .containsExactly("i<-n; j<-m; r<-k", "i<-m; j<-n; r<-k sources=1,0");
    assertThat(texts(product, lanes, MappingOptions.DEFAULT)).containsExactly("i<-m");
    assertThat(texts(product, lanes, swap)).containsExactly("i<-m", "i<-n sources=1,0");
    Computation elementwise = Statements.computation("C[m] += A[m] * B[m]");
    assertThat(texts(elementwise, alike, swap)).containsExactly("i<-m");
  }

  @Test
  void insertsUnitAxesWhenAsked() {
    Computation product = Statements.computation("C[m] += A[m,k] * B[k]");
    assertThat(texts(product, MATRIX, MappingOptions.DEFAULT)).isEmpty();
    assertThat(texts(product, MATRIX, MappingOptions.DEFAULT.withUnitAxes(true)))
        .containsExactly("i<-; j<-; r<-k", "i<-m; j<-; r<-", "i<-m; j<-; r<-k");
    assertThat(texts(product, MATRIX, MATCH_POINT.withUnitAxes(true))).hasSize(3);
    assertThat(
            EnumerateMappings.of(product, MATRIX, MappingOptions.DEFAULT).rejected().stream()
                .filter(rejection -> rejection.reason() == Reason.NO_AXIS)
                .map(Rejection::text))
        .containsExactly(
            "axis j: no axis with its column, needs an axis with column (A 0, B 1, D 1), or an"
                + " inserted axis of extent 1");
  }

  @Test
  void acceptsOnlyWhatTheBooleanMatricesAccept() {
    for (String statement : List.of(CONV_2D, "O[n,g,k] += I[n,g,c] * W[g,k,c]")) {
      Computation computation = Statements.computation(statement);
      for (boolean unit : new boolean[] {false, true}) {
        assertThat(
                EnumerateMappings.of(computation, MATRIX, MappingOptions.DEFAULT.withUnitAxes(unit))
                    .accepted())
            .allMatch(mapping -> AccessMatrices.of(mapping).isValid())
            .allMatch(mapping -> ValidateMapping.rejections(mapping).isEmpty());
      }
    }
  }

  @Test
  void refusesToListMillions() {
    String reductions =
        IntStream.range(0, 22).mapToObj(index -> "r" + index).collect(Collectors.joining(","));
    Computation wide =
        Statements.computation("C[m,n] += A[m,%s] * B[n,%s]".formatted(reductions, reductions));
    assertThat(EnumerateMappings.count(wide, MATRIX, MappingOptions.DEFAULT))
        .isEqualTo((1L << 22) - 1);
    assertThatThrownBy(() -> EnumerateMappings.of(wide, MATRIX, MappingOptions.DEFAULT))
        .isInstanceOf(ModelException.class)
        .hasMessage("made: 4194303 candidate mappings, needs at most 1048576 to list them");
  }

  @Test
  void countsTheLargestCaseQuickly() {
    Computation conv3d = Statements.computation(CONV_3D);
    long[] nanos = new long[5];
    for (int round = 0; round < nanos.length; round++) {
      long start = System.nanoTime();
      EnumerateMappings.count(conv3d, CONV, MATCH_POINT);
      EnumerateMappings.count(conv3d, CONV, MappingOptions.DEFAULT);
      nanos[round] = System.nanoTime() - start;
    }
    assertThat(Arrays.stream(nanos).min().orElseThrow()).isLessThan(100_000_000L);
  }

  private static List<String> texts(
      Computation computation, Intrinsic intrinsic, MappingOptions options) {
    return EnumerateMappings.of(computation, intrinsic, options).accepted().stream()
        .map(MappingText::print)
        .toList();
  }

  /// The term of a reduction point past the end is `A * x` for whatever A holds: no B makes it 1.
  @Test
  void rejectsPaddingThatNoValueMakesNeutral() {
    Intrinsic intrinsic = MappingSamples.intrinsic("D[i] *= A[i] * B[r]", "i=4 r=4");
    Computation padded = MappingSamples.computation("O[m] *= S[m] * T[k]", "m=5 k=7");
    Computation full = MappingSamples.computation("O[m] *= S[m] * T[k]", "m=5 k=8");
    MappingSpace space = EnumerateMappings.of(padded, intrinsic, MappingOptions.DEFAULT);
    assertThat(space.accepted()).isEmpty();
    assertThat(space.rejected())
        .filteredOn(rejection -> rejection.reason() == Reason.PADDING)
        .extracting(Rejection::text)
        .containsExactly(
            "i<-m; r<-k: padding lanes of r, and no value that is neutral in them, needs extents"
                + " that fill the reduction axes");
    assertThat(EnumerateMappings.count(padded, intrinsic, MappingOptions.DEFAULT)).isZero();
    assertThat(EnumerateMappings.count(full, intrinsic, MappingOptions.DEFAULT)).isEqualTo(1);
    Mapping mapping = MappingText.parse("i<-m; r<-k", padded, intrinsic);
    assertThat(ValidateMapping.rejections(mapping))
        .extracting(Rejection::reason)
        .containsExactly(Reason.PADDING);
  }
}
