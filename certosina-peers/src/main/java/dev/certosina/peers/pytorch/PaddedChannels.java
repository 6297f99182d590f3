package dev.certosina.peers.pytorch;

import dev.certosina.peers.operator.Layouts;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorProblem.Convolution;
import java.util.List;

/// Convolutions with channels of zeros up to a multiple of what oneDNN packs together: one more
/// candidate, for sizes at which the packed ways of PyTorch 2.7.1 are wrong or slow on AVX-512.
final class PaddedChannels {
  static final String REMARK = ", channels padded to 16s";

  private static final int BLOCK = 16;

  private PaddedChannels() {}

  /// Whether there is something to pad. With groups, packed weights gave wrong results at any size.
  static boolean helps(Convolution c) {
    boolean isWhole = up(c.channels()) == c.channels() && up(c.filters()) == c.filters();
    return !isWhole && c.groups() == 1;
  }

  static Convolution problem(Convolution c) {
    return new Convolution(
        c.batch(), up(c.channels()), up(c.filters()), 1, c.constantWeights(), c.axes());
  }

  static Operands operands(Convolution c, Operands operands) {
    Convolution wider = problem(c);
    List<Integer> given = c.rightShape();
    float[] deep = Layouts.padded(operands.right(), given, 1, wider.channels());
    return new Operands(
        Layouts.padded(operands.left(), c.leftShape(), 1, wider.channels()),
        Layouts.padded(deep, Layouts.resized(given, 1, wider.channels()), 0, wider.filters()));
  }

  private static int up(int extent) {
    return Math.ceilDiv(extent, BLOCK) * BLOCK;
  }
}
