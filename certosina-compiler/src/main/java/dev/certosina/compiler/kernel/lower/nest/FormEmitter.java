package dev.certosina.compiler.kernel.lower.nest;

import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.and;
import static dev.certosina.compiler.kernel.KernelExprs.broadcast;
import static dev.certosina.compiler.kernel.KernelExprs.constant;
import static dev.certosina.compiler.kernel.KernelExprs.convert;
import static dev.certosina.compiler.kernel.KernelExprs.divide;
import static dev.certosina.compiler.kernel.KernelExprs.greaterOrEqual;
import static dev.certosina.compiler.kernel.KernelExprs.iota;
import static dev.certosina.compiler.kernel.KernelExprs.less;
import static dev.certosina.compiler.kernel.KernelExprs.multiply;
import static dev.certosina.compiler.kernel.KernelExprs.remainder;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.NormalForm;
import dev.certosina.compiler.affine.NormalForm.Atom;
import dev.certosina.compiler.affine.NormalForms;
import dev.certosina.compiler.affine.NormalForms.Range;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Writes forms and guards as kernel expressions.
final class FormEmitter {
  private static final Type BOOL = Type.scalar(ElementType.BOOL);

  private final NormalForms forms;

  /// `0 <= value < bound`, or the lane holds `fill`.
  record FormGuard(NormalForm value, long bound, double fill) {}

  /// A variable that differs from lane to lane: lane `l` has `l / inner % size`.
  record LaneVariable(String name, long size, long inner) {}

  FormEmitter(NormalForms forms) {
    this.forms = forms;
  }

  /// The value of a form as a scalar i64.
  Expr scalar(NormalForm form, Function<String, Expr> variables) {
    return value(form, Type.INDEX, variables);
  }

  /// Whether all guards hold; empty when there are none.
  Optional<Expr> condition(List<FormGuard> guards, Function<String, Expr> variables) {
    List<Expr> conditions = new ArrayList<>();
    for (FormGuard guard : guards) {
      addTests(conditions, guard, Type.INDEX, scalar(guard.value(), variables));
    }
    return conditions.stream().reduce((a, b) -> and(a, b));
  }

  /// In which lanes all guards hold; empty when there are none. Guards without lane variables are
  /// tested once for all lanes.
  Optional<Expr> mask(
      List<FormGuard> guards,
      List<LaneVariable> laneVariables,
      int lanes,
      Function<String, Expr> variables) {
    List<FormGuard> uniform = new ArrayList<>();
    List<Expr> masks = new ArrayList<>();
    for (FormGuard guard : guards) {
      if (laneVariables.stream().noneMatch(lane -> guard.value().uses(lane.name()))) {
        uniform.add(guard);
        continue;
      }
      Type type = new Type(laneType(guard), lanes);
      Expr value = lanesOf(guard.value(), type, laneVariables, variables);
      addTests(masks, guard, type, value);
    }
    condition(uniform, variables).ifPresent(test -> masks.add(broadcast(test, lanes)));
    return masks.stream().reduce((a, b) -> and(a, b));
  }

  /// Lanes are 32 bits wide where every value on the way fits.
  private ElementType laneType(FormGuard guard) {
    Range range = forms.range(guard.value());
    long limit = Integer.MAX_VALUE / 2;
    boolean fits = range.isWithin(-limit, limit) && guard.bound() < limit && isSmall(guard.value());
    return fits ? ElementType.INT32 : ElementType.INT64;
  }

  private boolean isSmall(NormalForm form) {
    long limit = Integer.MAX_VALUE / 2;
    long sum = Math.abs(form.constant());
    for (Map.Entry<Atom, Long> term : form.terms().entrySet()) {
      Range range = forms.range(NormalForm.constant(0).plus(onlyAtom(term.getKey())));
      long most = Math.max(Math.abs(range.min()), Math.abs(range.max()));
      sum += Math.abs(term.getValue()) * most;
      if (sum > limit || !isSmallInside(term.getKey())) {
        return false;
      }
    }
    return true;
  }

  private boolean isSmallInside(Atom atom) {
    return switch (atom) {
      case Atom.Variable _ -> true;
      case Atom.Quotient(NormalForm operand, _) -> isSmall(operand);
      case Atom.Remainder(NormalForm operand, _) -> isSmall(operand);
    };
  }

  private static NormalForm onlyAtom(Atom atom) {
    return new NormalForm(Map.of(atom, 1L), 0);
  }

  private void addTests(List<Expr> tests, FormGuard guard, Type type, Expr value) {
    Range range = forms.range(guard.value());
    if (range.min() < 0) {
      tests.add(greaterOrEqual(value, constant(type, 0L)));
    }
    if (range.max() >= guard.bound()) {
      tests.add(less(value, constant(type, guard.bound())));
    }
    if (range.min() >= guard.bound() || range.max() < 0) {
      tests.add(constant(BOOL.withLanes(type.lanes()), 0L));
    }
  }

  /// Terms of scalars are summed as scalars and broadcast once.
  private Expr lanesOf(
      NormalForm form,
      Type type,
      List<LaneVariable> laneVariables,
      Function<String, Expr> variables) {
    NormalForm uniform =
        form.only(atom -> laneVariables.stream().noneMatch(lane -> atom.uses(lane.name())));
    NormalForm varying = form.minus(uniform).plus(-form.constant());
    Expr base = scalar(uniform.plus(form.constant()), variables);
    Expr spread = broadcast(convert(type.element(), base), type.lanes());
    Function<String, Expr> values =
        name ->
            laneVariables.stream()
                .filter(lane -> lane.name().equals(name))
                .findFirst()
                .map(lane -> laneValue(lane, type))
                .orElseGet(
                    () -> broadcast(convert(type.element(), variables.apply(name)), type.lanes()));
    return add(value(varying, type, values), spread);
  }

  private static Expr laneValue(LaneVariable lane, Type type) {
    Expr value = iota(type);
    if (lane.inner() > 1) {
      value = divide(value, constant(type, lane.inner()));
    }
    return lane.inner() * lane.size() < type.lanes()
        ? remainder(value, constant(type, lane.size()))
        : value;
  }

  private Expr value(NormalForm form, Type type, Function<String, Expr> variables) {
    Expr sum = constant(type, form.constant());
    boolean isFirst = form.constant() == 0;
    for (Map.Entry<Atom, Long> term : form.terms().entrySet()) {
      Expr product = scaled(atom(term.getKey(), type, variables), type, term.getValue());
      sum = isFirst ? product : add(product, sum);
      isFirst = false;
    }
    return sum;
  }

  private static Expr scaled(Expr atom, Type type, long factor) {
    return factor == 1 ? atom : multiply(atom, constant(type, factor));
  }

  private Expr atom(Atom atom, Type type, Function<String, Expr> variables) {
    return switch (atom) {
      case Atom.Variable(String name) -> variables.apply(name);
      case Atom.Quotient(NormalForm operand, long divisor) -> {
        long lifted = lift(operand, divisor);
        Expr raised = value(operand.plus(lifted * divisor), type, variables);
        Expr quotient = divide(raised, constant(type, divisor));
        yield lifted == 0 ? quotient : subtract(quotient, constant(type, lifted));
      }
      case Atom.Remainder(NormalForm operand, long divisor) -> {
        long lifted = lift(operand, divisor);
        Expr raised = value(operand.plus(lifted * divisor), type, variables);
        yield remainder(raised, constant(type, divisor));
      }
    };
  }

  /// How many divisors make the operand never negative: kernels divide towards 0.
  private long lift(NormalForm operand, long divisor) {
    long min = forms.range(operand).min();
    return min >= 0 ? 0 : Math.ceilDiv(-min, divisor);
  }
}
