package dev.certosina.runtime.dim;

import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim.CeilDiv;
import dev.certosina.runtime.dim.Dim.Choice;
import dev.certosina.runtime.dim.Dim.Constant;
import dev.certosina.runtime.dim.Dim.Element;
import dev.certosina.runtime.dim.Dim.FloorDiv;
import dev.certosina.runtime.dim.Dim.Joined;
import dev.certosina.runtime.dim.Dim.Max;
import dev.certosina.runtime.dim.Dim.Min;
import dev.certosina.runtime.dim.Dim.Mod;
import dev.certosina.runtime.dim.Dim.Product;
import dev.certosina.runtime.dim.Dim.Spread;
import dev.certosina.runtime.dim.Dim.Sum;
import dev.certosina.runtime.dim.Dim.Symbol;
import java.util.List;
import java.util.function.ToLongFunction;

/// Exact evaluation. It runs for every new shape of a call, so it allocates nothing but the names
/// of elements unless it fails.
final class DimEvaluator {
  private DimEvaluator() {}

  static long evaluate(Dim dim, ToLongFunction<String> symbols) {
    return switch (dim) {
      case Constant constant -> constant.value();
      case Symbol symbol -> symbols.applyAsLong(symbol.name());
      case Element element -> symbols.applyAsLong(element.name());
      case Sum sum -> sum(sum, symbols);
      case Product product -> product(product, symbols);
      case FloorDiv div ->
          Math.floorDiv(evaluate(div.value(), symbols), divisor(dim, div.divisor(), symbols));
      case Mod mod ->
          Math.floorMod(evaluate(mod.value(), symbols), divisor(dim, mod.divisor(), symbols));
      case CeilDiv div ->
          Math.ceilDiv(evaluate(div.value(), symbols), divisor(dim, div.divisor(), symbols));
      case Min min -> Math.min(evaluate(min.left(), symbols), evaluate(min.right(), symbols));
      case Max max -> Math.max(evaluate(max.left(), symbols), evaluate(max.right(), symbols));
      case Joined joined ->
          joined(joined, evaluate(joined.left(), symbols), evaluate(joined.right(), symbols));
      case Spread spread ->
          spread(evaluate(spread.extent(), symbols), evaluate(spread.joined(), symbols));
      case Choice choice ->
          evaluate(choice.left(), symbols) == evaluate(choice.right(), symbols)
              ? evaluate(choice.whenEqual(), symbols)
              : evaluate(choice.otherwise(), symbols);
    };
  }

  private static long sum(Sum sum, ToLongFunction<String> symbols) {
    List<Dim> terms = sum.terms();
    long total = 0;
    for (int i = 0; i < terms.size(); i++) {
      long term = evaluate(terms.get(i), symbols);
      long next = total + term;
      if (((total ^ next) & (term ^ next)) < 0) {
        throw overflow(sum);
      }
      total = next;
    }
    return total;
  }

  private static long product(Product product, ToLongFunction<String> symbols) {
    List<Dim> factors = product.factors();
    long total = 1;
    for (int i = 0; i < factors.size(); i++) {
      long factor = evaluate(factors.get(i), symbols);
      long next = total * factor;
      if (Math.multiplyHigh(total, factor) != next >> 63) {
        throw overflow(product);
      }
      total = next;
    }
    return total;
  }

  private static long divisor(Dim whole, Dim divisor, ToLongFunction<String> symbols) {
    long value = evaluate(divisor, symbols);
    if (value <= 0) {
      throw new ModelException(
          "dim " + Dims.print(whole) + " divides by " + value + ", needs a divisor of 1 or more");
    }
    return value;
  }

  private static long joined(Joined joined, long left, long right) {
    if (left == 1) {
      return right;
    }
    if (right != 1 && left != right) {
      throw new ModelException(
          "cannot broadcast extent %d (%s) with extent %d (%s): they must be equal or one of them 1"
              .formatted(left, Dims.print(joined.left()), right, Dims.print(joined.right())));
    }
    return left;
  }

  private static long spread(long extent, long joined) {
    return extent == 1 && joined != 1 ? 0 : 1;
  }

  private static ModelException overflow(Dim dim) {
    return new ModelException("dim " + Dims.print(dim) + " overflows 64 bits");
  }
}
