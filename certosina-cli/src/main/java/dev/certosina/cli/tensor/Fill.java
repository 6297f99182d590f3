package dev.certosina.cli.tensor;

import dev.certosina.ElementType;
import dev.certosina.Tensor;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/// Makes up the inputs that nobody supplies, the same ones for the same seed: floats in [-1, 1),
/// integers in 0..255 reduced modulo the extent of the constant table they index, masks of ones,
/// booleans that alternate.
///
/// @param seed of all inputs; each input has numbers of its own, whatever the other inputs are
/// @param indexLimits extents of constant tables by the name of the input that indexes them
public record Fill(long seed, Map<String, Long> indexLimits) {
  private static final int INTEGER_BOUND = 256;
  private static final int INT8_BOUND = 128;

  public Fill {
    indexLimits = Map.copyOf(indexLimits);
  }

  /// A tensor for the input `name`.
  public Tensor tensor(String name, ElementType type, long[] shape) {
    Tensor tensor = Tensor.allocate(type, shape);
    var random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + name.hashCode());
    for (long i = 0; i < tensor.elementCount(); i++) {
      Elements.putBits(type, tensor.data(), i, bits(name, type, i, random));
    }
    return tensor;
  }

  private long bits(String name, ElementType type, long index, SplittableRandom random) {
    if (name.toLowerCase(Locale.ROOT).contains("mask")) {
      return type.isFloat() ? Elements.floatBits(type, 1) : 1;
    }
    if (type == ElementType.BOOL) {
      return index % 2;
    }
    if (type.isFloat()) {
      return Elements.floatBits(type, (float) random.nextDouble(-1, 1));
    }
    int bound = type == ElementType.INT8 ? INT8_BOUND : INTEGER_BOUND;
    return random.nextInt(bound) % indexLimits.getOrDefault(name, (long) bound);
  }
}
