package dev.certosina.compiler.mapping.check;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.mapping.NumberRange;
import dev.certosina.compiler.texpr.FloatMath;
import java.util.random.RandomGenerator;

/// Numbers to check with: integers over the whole range of their type with the extremes often among
/// them, floats between -1 and 1; for products of floats, between 0.5 and 1.5 with either sign.
final class RandomElements {
  private static final int EXTREMES_ONE_IN = 8;

  private final RandomGenerator random;
  private final boolean multiplies;

  RandomElements(RandomGenerator random, Accumulation accumulation) {
    this.random = random;
    this.multiplies = accumulation == Accumulation.PRODUCT;
  }

  Elements elements(ElementType type, int count) {
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = NumberRange.isInteger(type) ? integer(type) : floating(type);
    }
    return new Elements(type, values);
  }

  private long integer(ElementType type) {
    if (random.nextInt(EXTREMES_ONE_IN) > 0) {
      return Numbers.wrap(type, type == ElementType.BOOL ? random.nextInt(2) : random.nextLong());
    }
    double extreme = random.nextBoolean() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    return Numbers.literal(type, extreme);
  }

  private long floating(ElementType type) {
    double value = random.nextDouble() * 2 - 1;
    if (multiplies) {
      value = Math.copySign(random.nextDouble() + 0.5, value);
    }
    return Numbers.ofDouble(FloatMath.round(type, value));
  }
}
