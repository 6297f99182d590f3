package dev.certosina.compiler.mapping;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.IndexStatement.ElementOperation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What lanes past the end of a reduction must hold so that they change no result.
///
/// A padding lane of a reduction axis fills the sources whose tiles use that axis; the other
/// sources have whatever elements belong to the lane, which are taken to be finite. Every element
/// of the destination has at least one point that is not padding, so for `max=` and `min=` a term
/// that is never above (below) any other is neutral.
///
/// @param accumulation and `operation`: of the statement
/// @param sources element types, in the order of the operation
/// @param destination element type
record NeutralFills(
    Accumulation accumulation,
    ElementOperation operation,
    List<ElementType> sources,
    ElementType destination) {

  NeutralFills {
    sources = List.copyOf(sources);
  }

  /// One fill per source, or none where no constants do.
  ///
  /// @param everySource true if each padded reduction axis is used by all sources
  List<Double> find(boolean everySource) {
    boolean joinsByProduct = operation == ElementOperation.MULTIPLY && sources.size() > 1;
    return switch (accumulation) {
      case SUM -> everySource || joinsByProduct ? repeated(0) : List.of();
      case PRODUCT -> everySource ? led(1, joinsByProduct ? 1 : 0) : List.of();
      case MAX, MIN -> {
        if (joinsByProduct) {
          yield everySource ? extremeProduct() : List.of();
        }
        yield fitsDestination()
            ? ownExtremes()
            : everySource ? led(wrappedExtreme(), 0) : List.of();
      }
    };
  }

  private List<Double> repeated(double fill) {
    return Collections.nCopies(sources.size(), fill);
  }

  /// `first`, then `others`; none if `first` is NaN.
  private List<Double> led(double first, double others) {
    if (Double.isNaN(first)) {
      return List.of();
    }
    List<Double> fills = new ArrayList<>(repeated(others));
    fills.set(0, first);
    return fills;
  }

  private boolean wantsLowest() {
    return accumulation == Accumulation.MAX;
  }

  /// For a single source, sums and differences: the lowest term has every source at its own
  /// extreme.
  private List<Double> ownExtremes() {
    List<Double> fills = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      boolean subtracted = operation == ElementOperation.SUBTRACT && i > 0;
      fills.add(infinity(wantsLowest() != subtracted));
    }
    return fills;
  }

  private List<Double> extremeProduct() {
    int floating = firstFloat();
    if (floating >= 0) {
      List<Double> fills = new ArrayList<>(repeated(1));
      fills.set(floating, infinity(wantsLowest()));
      return fills;
    }
    return fitsDestination() ? extremeCorner() : led(wrappedExtreme(), 1);
  }

  private int firstFloat() {
    for (int i = 0; i < sources.size(); i++) {
      if (!NumberRange.isInteger(sources.get(i))) {
        return i;
      }
    }
    return -1;
  }

  /// True if no term can wrap, so that a term is extreme where its sources are.
  private boolean fitsDestination() {
    if (!NumberRange.isInteger(destination)) {
      return true;
    }
    if (firstFloat() >= 0) {
      return false;
    }
    NumberRange range = NumberRange.of(destination);
    for (int corner = 0; corner < 1 << sources.size(); corner++) {
      if (!range.contains(term(corner))) {
        return false;
      }
    }
    return true;
  }

  private List<Double> extremeCorner() {
    int best = 0;
    for (int corner = 1; corner < 1 << sources.size(); corner++) {
      int order = term(corner).compareTo(term(best));
      if (wantsLowest() ? order < 0 : order > 0) {
        best = corner;
      }
    }
    List<Double> fills = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      fills.add(infinity((best >> i & 1) == 0));
    }
    return fills;
  }

  /// The term where source `i` is at its highest if bit `i` is set, else at its lowest.
  private BigInteger term(int corner) {
    BigInteger term = extreme(0, corner);
    for (int i = 1; i < sources.size(); i++) {
      BigInteger next = extreme(i, corner);
      term =
          switch (operation) {
            case MULTIPLY -> term.multiply(next);
            case ADD -> term.add(next);
            case SUBTRACT -> term.subtract(next);
          };
    }
    return term;
  }

  private BigInteger extreme(int source, int corner) {
    NumberRange range = NumberRange.of(sources.get(source));
    return (corner >> source & 1) == 0 ? range.lowest() : range.highest();
  }

  /// What converts to the extreme of the destination's type, from the first source's; NaN if
  /// nothing does.
  private double wrappedExtreme() {
    if (firstFloat() >= 0) {
      return Double.NaN;
    }
    NumberRange range = NumberRange.of(destination);
    NumberRange source = NumberRange.of(sources.getFirst());
    BigInteger wanted = wantsLowest() ? range.lowest() : range.highest();
    for (BigInteger value :
        List.of(wanted, wanted.add(range.size()), wanted.subtract(range.size()))) {
      if (source.contains(value)) {
        return exact(value, source);
      }
    }
    return Double.NaN;
  }

  /// An extreme of its type as an infinity, another number as itself; NaN if f64 cannot hold it.
  private static double exact(BigInteger value, NumberRange range) {
    if (value.equals(range.lowest()) || value.equals(range.highest())) {
      return infinity(value.equals(range.lowest()));
    }
    double number = value.doubleValue();
    return new BigDecimal(number).toBigInteger().equals(value) ? number : Double.NaN;
  }

  private static double infinity(boolean lowest) {
    return lowest ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
  }
}
