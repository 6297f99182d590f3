package dev.certosina.compiler.mapping.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.compiler.mapping.operators.Operators.Selection;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatorsTest {
  private static final OperatorOptions OPEN_BATCH =
      OperatorOptions.DEFAULT.withBatch(Dims.symbol("batch"));

  @Test
  void buildEveryConfiguration() {
    int built = 0;
    for (Operator operator : Operators.all()) {
      for (Configuration configuration : operator.configurations()) {
        for (Layout layout : Layout.values()) {
          OperatorOptions options = OPEN_BATCH.withLayout(layout);
          operator.computation(configuration, options);
          operator.computation(configuration, options.withBatch(16));
        }
        built++;
      }
    }
    assertThat(built).isEqualTo(124);
  }

  /// The counts of the two rules for a 16x16x16 matrix product: AMOS, table 6, and the column rule
  /// with dropped columns.
  @ParameterizedTest
  @CsvSource({
    "gmv,1,1", "gmm,1,1", "c1d,6,9", "c2d,35,49", "c3d,180,225", "t2d,7,49", "grp,35,49",
    "dil,35,49", "dep,11,21", "cap,105,147", "bcv,11,21", "gfc,1,1", "men,1,1", "var,1,1",
    "scn,1,1"
  })
  void haveTheKnownCounts(String name, int matchPoint, int column) {
    Operator operator = Operators.find(name);
    for (Layout layout : Layout.values()) {
      for (Configuration configuration :
          List.of(operator.configurations().getFirst(), operator.configurations().getLast())) {
        IndexStatement statement =
            operator.computation(configuration, OPEN_BATCH.withLayout(layout)).statement();
        assertThat(columnCount(statement)).isEqualTo(column);
        assertThat(matchPointCount(statement)).isEqualTo(matchPoint);
      }
    }
  }

  /// Non-empty sets of axes with the signature of each axis of `D[i,j] += A[i,r] * B[r,j]`.
  private static int columnCount(IndexStatement statement) {
    int count = 1;
    for (String signature : List.of("101", "011", "110")) {
      int axes = 0;
      for (String axis : axes(statement)) {
        StringBuilder own = new StringBuilder();
        statement.accesses().forEach(access -> own.append(access.uses(axis) ? 1 : 0));
        axes += own.toString().equals(signature) ? 1 : 0;
      }
      count *= (1 << axes) - 1;
    }
    return count;
  }

  private static List<String> axes(IndexStatement statement) {
    List<String> axes = new ArrayList<>(statement.spatialAxes());
    axes.addAll(statement.reductionAxes());
    return axes;
  }

  /// Distinct unions of non-empty sets of match points.
  private static int matchPointCount(IndexStatement statement) {
    List<String> axes = axes(statement);
    List<Integer> points = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      for (int j = 0; j < axes.size(); j++) {
        for (int r = 0; r < axes.size(); r++) {
          if (i != j
              && r != i
              && r != j
              && isPoint(statement, axes.get(i), axes.get(j), axes.get(r))) {
            points.add(1 << i | 1 << (10 + j) | 1 << (20 + r));
          }
        }
      }
    }
    Set<Integer> unions = new HashSet<>();
    for (int subset = 1; subset < 1 << points.size(); subset++) {
      int union = 0;
      for (int point = 0; point < points.size(); point++) {
        union |= (subset >> point & 1) == 0 ? 0 : points.get(point);
      }
      unions.add(union);
    }
    return unions.size();
  }

  private static boolean isPoint(IndexStatement statement, String i, String j, String r) {
    return matches(statement.operands().get(0), List.of(i, r), List.of(i, j, r))
        && matches(statement.operands().get(1), List.of(r, j), List.of(i, j, r))
        && matches(statement.destination(), List.of(i, j), List.of(i, j, r));
  }

  /// Each wanted axis has a coordinate without the other chosen ones, with a positive factor.
  private static boolean matches(Access access, List<String> wanted, List<String> chosen) {
    int occurrences = 0;
    for (var coordinate : access.coordinates()) {
      List<String> found = chosen.stream().filter(coordinate::uses).toList();
      if (found.size() > 1) {
        return false;
      }
      for (String axis : found) {
        long factor = Dims.constantValue(coordinate.coefficient(axis)).orElseThrow();
        if (!wanted.contains(axis) || factor < 0) {
          return false;
        }
        occurrences++;
      }
    }
    return occurrences == wanted.size() && wanted.stream().allMatch(access::uses);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "c2d:0; I:[16, 3, 224, 224] W:[64, 3, 7, 7] O:[16, 64, 112, 112]",
        "c1d:6; I:[16, 512, 892] W:[512, 512, 3] O:[16, 512, 924]",
        "c3d:0; I:[16, 3, 8, 112, 112] W:[64, 3, 1, 3, 3] O:[16, 64, 4, 17, 17]",
        "t2d:3; P:[16, 128, 113, 113] W:[128, 64, 3, 3] O:[16, 64, 111, 111]",
        "grp:1; I:[16, 3, 18, 28, 28] W:[3, 72, 18, 1, 1] O:[16, 3, 72, 28, 28]",
        "dep:1; I:[16, 16, 112, 112] W:[16, 6, 3, 3] O:[16, 16, 6, 56, 56]",
        "cap:11; I:[16, 512, 7, 7] W:[512, 512, 3, 3, 8] O:[16, 512, 7, 7, 8]",
        "bcv:0; I:[16, 64, 56, 56] W:[16, 64, 64, 3, 3] O:[16, 64, 56, 56]",
        "gfc:9; I:[16, 448, 1] W:[448, 1, 112] O:[16, 448, 112]",
        "men:1; X:[64, 50176] V:[50176, 1] O:[64, 1]",
        "gmv:1; A:[1024, 256] B:[256, 16] C:[1024, 16]",
        "scn:0; A:[256, 128] T:[128, 512] C:[256, 512]",
      })
  void haveTheShapesOfTheirConfigurations(String text, String shapes) {
    Selection selected = Operators.select(text);
    Computation computation =
        selected
            .operator()
            .computation(selected.configuration(), OperatorOptions.DEFAULT.withBatch(16));
    List<String> found = new ArrayList<>();
    for (Tensor tensor : computation.tensors()) {
      found.add(tensor.name() + ":" + tensor.shape().stream().map(Dims::print).toList());
    }
    assertThat(String.join(" ", found)).isEqualTo(shapes);
  }

  @Test
  void takeTheTypesOfAnIntrinsic() {
    OperatorTypes types = new OperatorTypes(ElementType.UINT8, ElementType.INT8, ElementType.INT32);
    Selection selected = Operators.select("c2d");
    Computation computation =
        selected
            .operator()
            .computation(selected.configuration(), OperatorOptions.DEFAULT.withTypes(types));
    assertThat(OperatorTypes.of(computation)).isEqualTo(types);
  }

  @Test
  void leaveOutPaddingThatIsNone() {
    Selection pointwise = Operators.select("c2d:2");
    Access image =
        pointwise
            .operator()
            .computation(pointwise.configuration(), OperatorOptions.DEFAULT)
            .statement()
            .operands()
            .getFirst();
    assertThat(image.padding()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "c4d; found operator 'c4d', needed one of [gmv, gmm, c1d, c2d, c3d, t2d, grp, dil, dep, cap,"
            + " bcv, gfc, men, var, scn]",
        "c2d:12; operator 'c2d': found configuration 12, needed 0 to 11",
        "c2d:x; operator 'c2d': found configuration 'x', needed 0 to 11",
        "c2d:; operator 'c2d': found configuration '', needed 0 to 11",
      })
  void refuseUnknownNames(String text, String message) {
    assertThatThrownBy(() -> Operators.select(text))
        .isInstanceOf(ModelException.class)
        .hasMessage(message);
  }

  @Test
  void refuseSizesThatDoNotFit() {
    Operator grouped = Operators.find("grp");
    assertThatThrownBy(() ->
            grouped.computation(
                grouped.configuration(5, 4, 6, 3, 1, 1, 3), OperatorOptions.DEFAULT))
        .hasMessage("operator 'grp': found C = 5, needed a multiple of groups = 3");
    Operator plain = Operators.find("c2d");
    assertThatThrownBy(
            () -> plain.computation(plain.configuration(3, 4, 6, 9, 1, 1), OperatorOptions.DEFAULT))
        .hasMessage(
            "operator 'c2d': found a kernel that spans 9, needed at most the padded image's 6");
    assertThatThrownBy(() -> plain.configuration(3, 4)).hasMessageContaining("found 2 sizes");
  }
}
