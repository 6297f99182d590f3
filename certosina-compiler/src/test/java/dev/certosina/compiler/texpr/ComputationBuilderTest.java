package dev.certosina.compiler.texpr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.testkit.Seed;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComputationBuilderTest {
  private static final String CONVOLUTION = "O[n,k,p,q] += I[n,c,p*2+r-1,q*2+s-1 | 0] * W[k,c,r,s]";
  private static final String CONVOLUTION_SIZES = "n=1 c=3 k=8 p=4 q=5 r=3 s=3";

  @Test
  void ordersAxesAndTensorsByFirstMention() {
    Computation computation = build(CONVOLUTION, CONVOLUTION_SIZES);
    assertThat(computation.axes())
        .extracting(Axis::name)
        .containsExactly("n", "k", "p", "q", "c", "r", "s");
    assertThat(computation.axis("q").kind()).isEqualTo(AxisKind.PARALLEL);
    assertThat(computation.axis("c").kind()).isEqualTo(AxisKind.REDUCTION);
    assertThat(computation.tensors()).extracting(Tensor::name).containsExactly("I", "W", "O");
  }

  @ParameterizedTest
  @CsvSource({
    // Coordinates -1 to 7 and -1 to 9: one row of padding at each end.
    "I, '[1, 3, 7, 9]'",
    "W, '[8, 3, 3, 3]'",
    "O, '[1, 8, 4, 5]'",
  })
  void infersShapes(String tensor, String shape) {
    assertThat(shape(build(CONVOLUTION, CONVOLUTION_SIZES), tensor)).isEqualTo(shape);
  }

  @Test
  void takesGivenDims() {
    assertThat(shape(build(CONVOLUTION, CONVOLUTION_SIZES + " I.2=8 W.0=16"), "I"))
        .isEqualTo("[1, 3, 8, 9]");
    assertThat(shape(build(CONVOLUTION, CONVOLUTION_SIZES + " I.2=8 W.0=16"), "W"))
        .isEqualTo("[16, 3, 3, 3]");
  }

  @Test
  void takesTheLargerExtentOfTwoAccesses() {
    assertThat(shape(build("D[i] += A[i+2] * A[i*3]", "i=4"), "A")).isEqualTo("[10]");
    assertThat(shape(build("D[i] += A[i+2] * A[i*3]", "i=1"), "A")).isEqualTo("[3]");
  }

  @Test
  void keepsSymbolicExtents() {
    Computation computation =
        new ComputationBuilder("c", IndexStatementParser.parse(CONVOLUTION))
            .extents(sizes("c=3 k=8 p=4 q=5 r=3 s=3"))
            .extent("n", Dims.symbol("batch"))
            .build();
    assertThat(shape(computation, "O")).isEqualTo("[batch, 8, 4, 5]");
    Computation reversed =
        new ComputationBuilder("c", reversed()).extent("i", Dims.symbol("N")).build();
    assertThat(shape(reversed, "A")).isEqualTo("[N]");
  }

  /// `D[i] += A[N-1-i]`
  private static IndexStatement reversed() {
    IndexExpr last = IndexExpr.constant(Dims.subtract(Dims.symbol("N"), Dims.constant(1)));
    IndexExpr coordinate = last.plus(IndexExpr.axis("i").times(Dims.constant(-1)));
    return new IndexStatement(
        Access.of("D", List.of(IndexExpr.axis("i"))),
        IndexStatement.Accumulation.SUM,
        IndexStatement.ElementOperation.MULTIPLY,
        List.of(Access.of("A", List.of(coordinate))));
  }

  @Test
  void givesElementTypesAndConstants() {
    Computation computation =
        new ComputationBuilder("c", IndexStatementParser.parse("C[m,n] += A[m,k] * B[k,n]"))
            .extents(sizes("m=2 n=3 k=4"))
            .types(ElementType.INT32)
            .type("A", ElementType.UINT8)
            .constant("B")
            .build();
    assertThat(computation.tensor("A").type()).isEqualTo(ElementType.UINT8);
    assertThat(computation.destination().type()).isEqualTo(ElementType.INT32);
    assertThat(computation.constants()).containsExactly("B");
  }

  @Test
  void takesScalars() {
    assertThat(shape(build("D[] max= A[i]", "i=4"), "D")).isEqualTo("[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "C[m] += A[m,k]; m=2; axis 'k': found no extent, needed one, as in k=16",
        "C[m] += A[m]; m=0; axis 'm': found extent 0, needed at least 1",
        "C[m] += A[m]; m=-4; axis 'm': found extent -4, needed at least 1",
        "C[m] += A[m]; m=4 n=2; found an extent of axis 'n', needed one of [m]",
        "C[m] += A[m-1]; m=4; tensor 'A', dim 0, m-1: found coordinate -1, needed none below 0 or"
            + " padding, as in [… | 0]",
        "C[m] += A[2-m]; m=4; tensor 'A', dim 0, -m+2: found coordinate -1, needed none below 0 or"
            + " padding, as in [… | 0]",
        "C[m-1] += A[m]; m=4; tensor 'C', dim 0, m-1: found coordinate -1, needed none below 0 or"
            + " padding, as in [… | 0]",
        "C[m] += A[m-3 | 0]; m=3; tensor 'A', dim 0, m-3: found extent 0, needed at least 1",
        "C[m] += A[m] * A[m,m]; m=4; tensor 'A': found 2 coordinates in A[m,m], needed 1 as in A[m]",
        "C[m] += C[m] * A[m]; m=4; tensor 'C': found it among the operands, needed a destination"
            + " that is not read",
        "C[m+n] += A[m] * B[n]; m=4 n=4; destination C[m+n]: found coordinates that may be the same"
            + " at two points, needed one element for each point of [m, n]",
        "C[m] += A[m]; m=4 A.0=3; tensor 'A', dim 0, m: found coordinate 3, needed less than the"
            + " extent 3",
        "C[m] += A[m]; m=4 A.1=3; tensor 'A': found an extent of dim 1, needed a dim below 1",
        "C[m] += A[m]; m=4 B.1=3; found an extent of axis 'B.1', needed one of [m]",
      })
  void refuses(String statement, String sizes, String message) {
    assertThatThrownBy(() -> build(statement, sizes))
        .isInstanceOf(ModelException.class)
        .hasMessage(message);
  }

  @Test
  void refusesTensorsThatDoNotOccur() {
    var builder =
        new ComputationBuilder("c", IndexStatementParser.parse("C[m] += A[m]")).extent("m", 4);
    assertThatThrownBy(() -> builder.constant("B").build())
        .hasMessage("found tensor 'B', needed one of [A, C]");
  }

  @Test
  void refusesAConstantDestination() {
    var builder =
        new ComputationBuilder("c", IndexStatementParser.parse("C[m] += A[m]")).extent("m", 4);
    assertThatThrownBy(() -> builder.constant("C").build())
        .hasMessage("tensor 'C': found the destination as a constant, needed an operand");
  }

  @Test
  void acceptsOnlyWritesThatAreInjective() {
    RandomGenerator random = Seed.generator();
    int accepted = 0;
    for (int i = 0; i < 3000; i++) {
      String statement = "C[%s,%s] += A[i,j,k]".formatted(randomSum(random), randomSum(random));
      Set<List<Long>> seen = new HashSet<>();
      IndexStatement parsed = IndexStatementParser.parse(statement);
      long[] extent = {random.nextInt(1, 5), random.nextInt(1, 5), random.nextInt(1, 5)};
      Set<String> spatial = new HashSet<>(parsed.spatialAxes());
      long points = 1;
      points *= spatial.contains("i") ? extent[0] : 1;
      points *= spatial.contains("j") ? extent[1] : 1;
      points *= spatial.contains("k") ? extent[2] : 1;
      for (long p = 0; p < extent[0] * extent[1] * extent[2]; p++) {
        long[] point = {p % extent[0], p / extent[0] % extent[1], p / extent[0] / extent[1]};
        seen.add(
            parsed.destination().coordinates().stream().map(one -> value(one, point)).toList());
      }
      boolean injective = seen.size() == points;
      boolean builds = builds(parsed, extent);
      assertThat(builds && !injective)
          .as("%s of %d %d %d", statement, extent[0], extent[1], extent[2])
          .isFalse();
      accepted += builds ? 1 : 0;
    }
    assertThat(accepted).isGreaterThan(300);
  }

  private static String randomSum(RandomGenerator random) {
    StringBuilder sum = new StringBuilder("0");
    for (String axis : List.of("i", "j", "k")) {
      sum.append(random.nextBoolean() ? "+" + axis + "*" + random.nextInt(0, 6) : "");
    }
    return sum.toString();
  }

  private static long value(IndexExpr index, long[] point) {
    return index.terms().stream()
        .mapToLong(term ->
            Dims.constantValue(term.coefficient()).orElseThrow()
                * point[term.axis().charAt(0) - 'i'])
        .sum();
  }

  private static boolean builds(IndexStatement statement, long[] extent) {
    try {
      new ComputationBuilder("c", statement)
          .extent("i", extent[0])
          .extent("j", extent[1])
          .extent("k", extent[2])
          .build();
      return true;
    } catch (ModelException e) {
      assertThat(e).hasMessageContaining("at two points");
      return false;
    }
  }

  private static Computation build(String statement, String sizes) {
    var builder = new ComputationBuilder("test", IndexStatementParser.parse(statement));
    sizes(sizes).forEach(builder::size);
    return builder.build();
  }

  private static Map<String, Dim> sizes(String text) {
    Map<String, Dim> sizes = new LinkedHashMap<>();
    for (String pair : text.split(" ")) {
      sizes.put(pair.split("=")[0], Dims.constant(Long.parseLong(pair.split("=")[1])));
    }
    return sizes;
  }

  private static String shape(Computation computation, String tensor) {
    return computation.tensor(tensor).shape().stream().map(Dims::print).toList().toString();
  }
}
