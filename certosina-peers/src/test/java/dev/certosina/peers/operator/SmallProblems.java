package dev.certosina.peers.operator;

import dev.certosina.peers.operator.OperatorProblem.Convolution;
import dev.certosina.peers.operator.OperatorProblem.Mean;
import dev.certosina.peers.operator.OperatorProblem.Product;
import dev.certosina.peers.operator.OperatorProblem.Scan;
import dev.certosina.peers.operator.OperatorProblem.TransposedConvolution;
import dev.certosina.peers.operator.OperatorProblem.Variance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Each of AMOS's fifteen operators at awkward small sizes.
public final class SmallProblems {
  private SmallProblems() {}

  /// By the operator's name and a remark.
  public static Map<String, OperatorProblem> all() {
    var all = new LinkedHashMap<String, OperatorProblem>();
    all.put("gmv", new Product(1, 1, 17, 9, true));
    all.put("gmm", new Product(1, 7, 33, 15, true));
    all.put("gmm 1x1x1", new Product(1, 1, 1, 1, true));
    all.put("gmm of two inputs", new Product(1, 5, 3, 8, false));
    all.put("c1d", convolution(6, 9, 1, axis(11, 3, 2, 1, 1)));
    all.put("c1d dilated", convolution(3, 4, 1, axis(13, 3, 1, 4, 2)));
    all.put("c2d", convolution(5, 7, 1, axis(9, 3, 1, 1, 1), axis(8, 3, 1, 1, 1)));
    all.put("c2d stem", convolution(3, 8, 1, axis(15, 7, 2, 3, 1), axis(16, 7, 2, 3, 1)));
    all.put("c2d pointwise", convolution(4, 8, 1, axis(7, 1, 2, 0, 1), axis(7, 1, 2, 0, 1)));
    all.put(
        "c3d", convolution(3, 5, 1, axis(4, 3, 1, 1, 1), axis(6, 3, 2, 1, 1), axis(7, 3, 2, 1, 1)));
    all.put("t2d", transposed(4, 3, axis(5, 3, 2, 1, 1), axis(6, 3, 2, 1, 1)));
    all.put("t2d wide", transposed(3, 4, axis(5, 3, 7, 3, 1), axis(4, 3, 7, 3, 1)));
    all.put("t2d pointwise", transposed(4, 5, axis(5, 1, 2, 0, 1), axis(5, 1, 2, 0, 1)));
    all.put("grp", convolution(6, 9, 3, axis(7, 3, 2, 1, 1), axis(7, 3, 2, 1, 1)));
    all.put("dil", convolution(4, 5, 1, axis(9, 3, 1, 0, 2), axis(9, 3, 1, 0, 2)));
    all.put("dep", convolution(5, 15, 5, axis(7, 3, 1, 1, 1), axis(8, 3, 1, 1, 1)));
    all.put("cap", convolution(3, 2 * 8, 1, axis(6, 3, 1, 1, 1), axis(6, 3, 1, 1, 1)));
    var square = List.of(axis(6, 3, 1, 1, 1), axis(6, 3, 1, 1, 1));
    all.put("bcv", new Convolution(1, 5, 8, 1, false, square));
    all.put("gfc", new Product(6, 1, 5, 3, true));
    all.put("men", new Mean(5, 147));
    all.put("var", new Variance(5, 147));
    all.put("scn", new Scan(5, 9, 9));
    all.put("scn longer", new Scan(3, 7, 4));
    all.put("scn shorter", new Scan(3, 4, 7));
    return all;
  }

  public static OperatorProblem of(String name) {
    return Objects.requireNonNull(all().get(name));
  }

  private static Convolution convolution(
      int channels, int filters, int groups, SpatialAxis... axes) {
    return new Convolution(1, channels, filters, groups, true, List.of(axes));
  }

  private static TransposedConvolution transposed(int channels, int filters, SpatialAxis... axes) {
    return new TransposedConvolution(1, channels, filters, List.of(axes));
  }

  private static SpatialAxis axis(int in, int kernel, int stride, int padding, int dilation) {
    return new SpatialAxis(in, kernel, stride, padding, dilation);
  }
}
