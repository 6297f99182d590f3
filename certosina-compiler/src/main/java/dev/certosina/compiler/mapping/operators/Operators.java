package dev.certosina.compiler.mapping.operators;

import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.operators.Convolution.Window;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.Map;

/// The list of the fifteen operators.
///
/// Where an operator has a batch axis `n`, its extent is the batch. The rows of `gmm` and `scn` are
/// multiplied by the batch, and the batch is the number of columns that `gmv` multiplies its matrix
/// with.
public final class Operators {
  private static final Window ROWS = new Window("p", "r", "H", "R", "stride", "pad", "");
  private static final Window COLUMNS = new Window("q", "s", "H", "R", "stride", "pad", "");
  private static final List<Window> PLANE = List.of(ROWS, COLUMNS);
  private static final String PADDED_PLANE = "p*{stride}+r-{pad},q*{stride}+s-{pad}";
  private static final long VECTOR = 8;

  private static final List<Operator> ALL =
      List.of(
          gmv(), gmm(), c1d(), c2d(), c3d(), t2d(), grp(), dil(), dep(), cap(), bcv(), gfc(), men(),
          var(), scn());

  private Operators() {}

  /// In the order of the paper's tables.
  public static List<Operator> all() {
    return ALL;
  }

  public static List<String> names() {
    return ALL.stream().map(Operator::name).toList();
  }

  /// @throws ModelException where there is no operator of that name
  public static Operator find(String name) {
    return ALL.stream()
        .filter(operator -> operator.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new ModelException("found operator '%s', needed one of %s".formatted(name, names())));
  }

  /// An operator with the sizes of one configuration.
  public record Selection(Operator operator, Configuration configuration) {}

  /// What `NAME` (its first configuration) or `NAME:NUMBER` names.
  public static Selection select(String text) {
    int colon = text.indexOf(':');
    Operator operator = find(colon < 0 ? text : text.substring(0, colon));
    String number = colon < 0 ? "0" : text.substring(colon + 1);
    if (!number.matches("\\d{1,4}")) {
      throw new ModelException(
          "operator '%s': found configuration '%s', needed 0 to %d"
              .formatted(operator.name(), number, operator.configurations().size() - 1));
    }
    return new Selection(operator, operator.configuration(Integer.parseInt(number)));
  }

  private static Operator gmv() {
    var definition =
        new MatrixProduct(
            "C[m,n] += A[m,k] * B[k,n]",
            problem -> Map.of("m", problem.dim("M"), "n", problem.batch(), "k", problem.dim("K")),
            List.of("A"));
    return Operator.of(
        "gmv",
        "matrix times vector",
        "M K",
        definition,
        AmosConfigurations.GMV,
        new long[][] {{5, 9}, {33, 17}});
  }

  private static Operator gmm() {
    var definition =
        new MatrixProduct(
            "C[m,n] += A[m,k] * B[k,n]",
            problem -> {
              Dim rows = Dims.multiply(problem.dim("M"), problem.batch());
              return Map.of("m", rows, "n", problem.dim("N"), "k", problem.dim("K"));
            },
            List.of("B"));
    return Operator.of(
        "gmm",
        "matrix product",
        "M N K",
        definition,
        AmosConfigurations.GMM,
        new long[][] {{5, 7, 9}, {17, 3, 33}});
  }

  private static Operator c1d() {
    var definition =
        new Convolution(
            "O[n,k,p] += I[n,c,p*{stride}+r*{dilation}-{pad} | 0] * W[k,c,r]",
            "O[n,p,k] += I[n,p*{stride}+r*{dilation}-{pad},c | 0] * W[r,c,k]",
            List.of(new Window("p", "r", "L", "R", "stride", "pad", "dilation")),
            Convolution::plain,
            true);
    return Operator.of(
        "c1d",
        "convolution along one dim",
        "C L K R stride pad dilation",
        definition,
        AmosConfigurations.C1D,
        new long[][] {{3, 11, 5, 3, 1, 4, 2}, {5, 9, 3, 1, 1, 0, 1}, {2, 13, 3, 4, 3, 1, 1}});
  }

  private static Operator c2d() {
    return Operator.of(
        "c2d",
        "convolution along two dims",
        "C H K R stride pad",
        plane(""),
        AmosConfigurations.C2D,
        new long[][] {{3, 7, 5, 3, 1, 1}, {5, 9, 3, 3, 2, 0}, {3, 5, 4, 1, 2, 0}});
  }

  /// @param dilation the text of a kernel axis's factor, or empty
  private static Convolution plane(String dilation) {
    String coordinates = PADDED_PLANE.replace("+r", "+r" + dilation).replace("+s", "+s" + dilation);
    String parameter = dilation.isEmpty() ? "" : "dilation";
    return new Convolution(
        "O[n,k,p,q] += I[n,c," + coordinates + " | 0] * W[k,c,r,s]",
        "O[n,p,q,k] += I[n," + coordinates + ",c | 0] * W[r,s,c,k]",
        List.of(
            new Window("p", "r", "H", "R", "stride", "pad", parameter),
            new Window("q", "s", "H", "R", "stride", "pad", parameter)),
        Convolution::plain,
        true);
  }

  private static Operator c3d() {
    String depth = "d*{strideD}+t-{padD},";
    var definition =
        new Convolution(
            "O[n,k,d,p,q] += I[n,c," + depth + PADDED_PLANE + " | 0] * W[k,c,t,r,s]",
            "O[n,d,p,q,k] += I[n," + depth + PADDED_PLANE + ",c | 0] * W[t,r,s,c,k]",
            List.of(new Window("d", "t", "D", "KD", "strideD", "padD", ""), ROWS, COLUMNS),
            Convolution::plain,
            true);
    return Operator.of(
        "c3d",
        "convolution along three dims",
        "C D H K KD R strideD stride padD pad",
        definition,
        AmosConfigurations.C3D,
        new long[][] {{3, 4, 5, 3, 3, 3, 1, 1, 1, 1}, {2, 3, 6, 5, 1, 3, 2, 2, 0, 1}});
  }

  private static Operator t2d() {
    return Operator.of(
        "t2d",
        "transposed convolution along two dims",
        "C H K R stride pad",
        new TransposedConvolution(),
        AmosConfigurations.T2D,
        new long[][] {{3, 4, 5, 3, 2, 1}, {2, 4, 3, 3, 7, 3}, {3, 4, 2, 1, 2, 0}});
  }

  private static Operator grp() {
    var definition =
        new Convolution(
            "O[n,g,k,p,q] += I[n,g,c," + PADDED_PLANE + " | 0] * W[g,k,c,r,s]",
            "O[n,p,q,g,k] += I[n," + PADDED_PLANE + ",g,c | 0] * W[g,r,s,c,k]",
            PLANE,
            problem ->
                Map.of(
                    "n", problem.batch(),
                    "g", problem.dim("groups"),
                    "c", Convolution.share(problem, "C", "groups"),
                    "k", Convolution.share(problem, "K", "groups")),
            true);
    return Operator.of(
        "grp",
        "grouped convolution",
        "C H K R stride pad groups",
        definition,
        AmosConfigurations.GRP,
        new long[][] {{6, 5, 9, 3, 1, 1, 3}, {4, 7, 6, 3, 2, 1, 2}});
  }

  private static Operator dil() {
    return Operator.of(
        "dil",
        "dilated convolution",
        "C H K R stride pad dilation",
        plane("*{dilation}"),
        AmosConfigurations.DIL,
        new long[][] {{3, 9, 5, 3, 1, 2, 2}, {5, 4, 3, 1, 1, 0, 2}});
  }

  private static Operator dep() {
    var definition =
        new Convolution(
            "O[n,c,m,p,q] += I[n,c," + PADDED_PLANE + " | 0] * W[c,m,r,s]",
            "O[n,p,q,c,m] += I[n," + PADDED_PLANE + ",c | 0] * W[r,s,c,m]",
            PLANE,
            problem ->
                Map.of(
                    "n", problem.batch(),
                    "c", problem.dim("C"),
                    "m", Convolution.share(problem, "K", "C")),
            true);
    return Operator.of(
        "dep",
        "depthwise convolution",
        "C H K R stride pad",
        definition,
        AmosConfigurations.DEP,
        new long[][] {{4, 6, 4, 3, 1, 1}, {3, 7, 9, 3, 2, 1}});
  }

  private static Operator cap() {
    var definition =
        new Convolution(
            "O[n,k,p,q,v] += I[n,c," + PADDED_PLANE + " | 0] * W[k,c,r,s,v]",
            "O[n,p,q,k,v] += I[n," + PADDED_PLANE + ",c | 0] * W[r,s,c,k,v]",
            PLANE,
            problem ->
                Map.of(
                    "n", problem.batch(),
                    "c", problem.dim("C"),
                    "k", problem.dim("K"),
                    "v", Dims.constant(VECTOR)),
            true);
    return Operator.of(
        "cap",
        "convolution whose filters give vectors of 8",
        "C H K R stride pad",
        definition,
        AmosConfigurations.C2D,
        new long[][] {{3, 5, 3, 3, 1, 1}, {2, 7, 3, 3, 2, 0}});
  }

  private static Operator bcv() {
    var definition =
        new Convolution(
            "O[n,k,p,q] += I[n,c," + PADDED_PLANE + " | 0] * W[n,k,c,r,s]",
            "O[n,p,q,k] += I[n," + PADDED_PLANE + ",c | 0] * W[n,r,s,c,k]",
            PLANE,
            Convolution::plain,
            false);
    return Operator.of(
        "bcv",
        "convolution with weights of its own for each sample",
        "C H K R stride pad",
        definition,
        AmosConfigurations.BCV,
        new long[][] {{3, 5, 4, 3, 1, 1}, {3, 7, 3, 3, 2, 0}});
  }

  private static Operator gfc() {
    var definition =
        new MatrixProduct(
            "O[n,g,k] += I[n,g,c] * W[g,c,k]",
            problem ->
                Map.of(
                    "n", problem.batch(),
                    "g", problem.dim("groups"),
                    "c", Convolution.share(problem, "I", "groups"),
                    "k", Convolution.share(problem, "O", "groups")),
            List.of("W"));
    return Operator.of(
        "gfc",
        "grouped fully connected layer",
        "I O groups",
        definition,
        AmosConfigurations.GFC,
        new long[][] {{3, 15, 3}, {10, 6, 2}});
  }

  private static Operator men() {
    return Operator.of(
        "men",
        "mean of each channel",
        "C H",
        new Statistics(false),
        AmosConfigurations.IMAGES,
        new long[][] {{3, 5}, {17, 4}});
  }

  private static Operator var() {
    return Operator.of(
        "var",
        "variance of each channel",
        "C H",
        new Statistics(true),
        AmosConfigurations.IMAGES,
        new long[][] {{3, 5}, {17, 4}});
  }

  private static Operator scn() {
    return Operator.of(
        "scn",
        "running sums along rows",
        "M N K",
        new Triangle(),
        AmosConfigurations.GMM,
        new long[][] {{5, 9, 9}, {3, 7, 17}, {17, 8, 3}});
  }
}
