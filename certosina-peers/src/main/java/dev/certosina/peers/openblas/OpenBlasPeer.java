package dev.certosina.peers.openblas;

import dev.certosina.peers.operator.Layouts;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorPeer;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.OperatorProblem.Convolution;
import dev.certosina.peers.operator.OperatorProblem.Mean;
import dev.certosina.peers.operator.OperatorProblem.Product;
import dev.certosina.peers.operator.OperatorProblem.Scan;
import dev.certosina.peers.operator.OperatorProblem.TransposedConvolution;
import dev.certosina.peers.operator.OperatorProblem.Variance;
import dev.certosina.peers.operator.OperatorWay;
import dev.certosina.peers.operator.PreparedOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// OpenBLAS on the CPU: what is a matrix product, or a loop of some. Its interface knows no packed
/// weights.
public final class OpenBlasPeer implements OperatorPeer {
  private static final Pattern VERSION = Pattern.compile("OpenBLAS (\\S+)");

  @Override
  public String name() {
    return "openblas";
  }

  @Override
  public String version() {
    Matcher matcher = VERSION.matcher(OpenBlas.load().config());
    return matcher.find() ? matcher.group(1) : "unknown";
  }

  @Override
  public String settings() {
    return "CBLAS, kernels for " + OpenBlas.load().core() + ", no packed weights; products only";
  }

  @Override
  public List<OperatorWay> ways(OperatorProblem problem, Operands operands, int threads) {
    OpenBlas blas = OpenBlas.load();
    blas.setThreads(threads);
    return switch (problem) {
      case Product product -> products(blas, product, operands, "");
      case Scan scan -> scans(blas, scan, operands);
      case Mean(int rows, int columns) -> means(blas, rows, columns, operands);
      case Convolution _, TransposedConvolution _, Variance _ -> List.of();
    };
  }

  private static final class Way implements OperatorWay {
    private final OpenBlas blas;
    private final String text;
    private final Product product;
    private final float[] left;
    private final float[] right;
    private final BlasCall call;

    Way(OpenBlas blas, String text, Product product, float[] left, float[] right, BlasCall call) {
      this.blas = blas;
      this.text = text;
      this.product = product;
      this.left = left;
      this.right = right;
      this.call = call;
    }

    @Override
    public String text() {
      return text;
    }

    @Override
    public PreparedOperator prepare() {
      var operator = new BlasOperator(blas, text, product, left, right, call);
      operator.run();
      return operator;
    }
  }

  private static List<OperatorWay> products(
      OpenBlas blas, Product p, Operands operands, String remark) {
    String loop = p.batch() == 1 ? "" : "loop of ";
    float[] right = operands.right();
    var ways = new ArrayList<OperatorWay>();
    ways.add(new Way(blas, loop + "sgemm" + remark, p, operands.left(), right, BlasCall.GEMM));
    if (p.m() == 1) {
      ways.add(new Way(blas, loop + "sgemv" + remark, p, operands.left(), right, BlasCall.GEMV));
    }
    if (p.m() == 1 && p.k() == 1) {
      ways.add(new Way(blas, loop + "saxpby" + remark, p, operands.left(), right, BlasCall.SCALE));
    }
    if (p.constantRight()) {
      float[] columns = Layouts.permute(right, p.rightShape(), List.of(0, 2, 1));
      String turned = remark + ", weights by columns";
      ways.add(
          new Way(
              blas, loop + "sgemm" + turned, p, operands.left(), columns, BlasCall.GEMM_TURNED));
      if (p.m() == 1) {
        ways.add(
            new Way(
                blas, loop + "sgemv" + turned, p, operands.left(), columns, BlasCall.GEMV_TURNED));
      }
    }
    return ways;
  }

  private static List<OperatorWay> scans(OpenBlas blas, Scan s, Operands operands) {
    var triangle = new float[s.k() * s.n()];
    for (int row = 0; row < s.k(); row++) {
      Arrays.fill(triangle, row * s.n() + Math.min(row, s.n()), (row + 1) * s.n(), 1f);
    }
    var product = new Product(1, s.m(), s.n(), s.k(), true);
    return products(
        blas, product, new Operands(operands.left(), triangle), " with a triangle of ones");
  }

  /// The matrix times a column, which is one row of the right operand's transpose.
  private static List<OperatorWay> means(OpenBlas blas, int rows, int columns, Operands operands) {
    var shares = new float[columns];
    Arrays.fill(shares, 1f / columns);
    var product = new Product(1, 1, rows, columns, true);
    float[] byColumns = Layouts.permute(operands.left(), List.of(rows, columns), List.of(1, 0));
    return List.of(
        new Way(blas, "sgemv with 1/n", product, shares, operands.left(), BlasCall.GEMV_TURNED),
        new Way(blas, "sgemv with 1/n, channels-last", product, shares, byColumns, BlasCall.GEMV));
  }
}
