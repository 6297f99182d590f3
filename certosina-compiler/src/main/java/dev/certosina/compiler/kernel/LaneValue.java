package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.Type;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;

/// A value of the interpreter: one number per lane.
///
/// Integers are sign- or zero-extended to 64 bits as their type says; `bool` is 0 or 1; narrower
/// floats are held exactly as doubles. The arrays inside are never written after construction.
sealed interface LaneValue {

  Type type();

  /// Values of an integer type or `bool`.
  final class Integers implements LaneValue {
    private final ElementType element;
    private final long[] lanes;

    private Integers(ElementType element, long[] lanes) {
      this.element = element;
      this.lanes = lanes;
    }

    /// One value per lane, each wrapped to the element type.
    static Integers generate(Type type, IntToLongFunction lane) {
      long[] lanes = new long[type.lanes()];
      for (int i = 0; i < lanes.length; i++) {
        lanes[i] = LaneConversions.wrap(type.element(), lane.applyAsLong(i));
      }
      return new Integers(type.element(), lanes);
    }

    @Override
    public Type type() {
      return new Type(element, lanes.length);
    }

    long lane(int i) {
      return lanes[i];
    }

    Integers map(LongUnaryOperator function) {
      return generate(type(), i -> function.applyAsLong(lanes[i]));
    }
  }

  /// Values of a float type.
  final class Floats implements LaneValue {
    private final ElementType element;
    private final double[] lanes;

    private Floats(ElementType element, double[] lanes) {
      this.element = element;
      this.lanes = lanes;
    }

    /// One value per lane, each rounded to the element type.
    static Floats generate(Type type, IntToDoubleFunction lane) {
      double[] lanes = new double[type.lanes()];
      for (int i = 0; i < lanes.length; i++) {
        lanes[i] = LaneConversions.round(type.element(), lane.applyAsDouble(i));
      }
      return new Floats(type.element(), lanes);
    }

    @Override
    public Type type() {
      return new Type(element, lanes.length);
    }

    double lane(int i) {
      return lanes[i];
    }

    Floats map(DoubleUnaryOperator function) {
      return generate(type(), i -> function.applyAsDouble(lanes[i]));
    }
  }

  /// A scalar i64.
  static LaneValue index(long value) {
    return Integers.generate(Type.INDEX, _ -> value);
  }

  /// The only lanes of scalars of one type, side by side.
  static LaneValue ofScalars(List<LaneValue> scalars) {
    Type result = scalars.getFirst().type().withLanes(scalars.size());
    return LaneConversions.fromBits(result, i -> LaneConversions.bits(scalars.get(i), 0));
  }

  /// Lane `i` of the result is lane `pick(i)` of this value.
  default LaneValue pick(int count, IntUnaryOperator pick) {
    Type result = type().withLanes(count);
    return switch (this) {
      case Integers integers -> Integers.generate(result, i -> integers.lane(pick.applyAsInt(i)));
      case Floats floats -> Floats.generate(result, i -> floats.lane(pick.applyAsInt(i)));
    };
  }

  /// The lanes of this value followed by those of `other`, which has the same type.
  default LaneValue concatenate(LaneValue other) {
    int lanes = type().lanes();
    Type result = type().withLanes(2 * lanes);
    return switch (this) {
      case Integers left -> {
        Integers right = (Integers) other;
        yield Integers.generate(result, i -> i < lanes ? left.lane(i) : right.lane(i - lanes));
      }
      case Floats left -> {
        Floats right = (Floats) other;
        yield Floats.generate(result, i -> i < lanes ? left.lane(i) : right.lane(i - lanes));
      }
    };
  }

  /// The only lane of an integer or `bool` scalar.
  default long scalar() {
    return ((Integers) this).lane(0);
  }
}
