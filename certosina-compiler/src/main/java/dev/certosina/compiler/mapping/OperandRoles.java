package dev.certosina.compiler.mapping;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.mapping.Rejection.Reason;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Which operand of a computation plays which source of an intrinsic, and whether the statements
/// agree then.
final class OperandRoles {
  /// More operands than any instruction has; their orders are tried one by one.
  private static final int MOST_SWAPPED = 6;

  private OperandRoles() {}

  /// The orders to try: as written, then, if `swap`, every other one that makes a difference.
  static List<List<Integer>> of(Computation computation, Intrinsic intrinsic, boolean swap) {
    IndexStatement needed = intrinsic.compute().statement();
    int operands = needed.operands().size();
    boolean sameCount = computation.statement().operands().size() == operands;
    List<Integer> asWritten = MappingText.identity(operands);
    if (!swap || !sameCount || !needed.operation().isCommutative()) {
      return List.of(asWritten);
    }
    if (operands > MOST_SWAPPED) {
      throw new ModelException(
          "%s: %d operands in any order, needs at most %d"
              .formatted(intrinsic.name(), operands, MOST_SWAPPED));
    }
    var orders = new ArrayList<List<Integer>>();
    permute(operands, new ArrayList<>(), orders);
    var distinct = new ArrayList<List<Integer>>();
    for (List<Integer> order : orders) {
      if (distinct.stream().noneMatch(earlier -> isSame(intrinsic, earlier, order))) {
        distinct.add(order);
      }
    }
    return distinct;
  }

  /// Operands, in the intrinsic's order, then the destination.
  static List<Access> accesses(IndexStatement statement, List<Integer> sources) {
    var accesses = new ArrayList<Access>();
    sources.forEach(source -> accesses.add(statement.operands().get(source)));
    accesses.add(statement.destination());
    return accesses;
  }

  /// What differs between the statements; none where the intrinsic computes what is needed.
  static List<Rejection> mismatches(
      Computation computation, Intrinsic intrinsic, List<Integer> sources) {
    IndexStatement found = computation.statement();
    IndexStatement needed = intrinsic.compute().statement();
    String place = place("statement", sources);
    var mismatches = new ArrayList<Rejection>();
    if (found.operands().size() != needed.operands().size()) {
      mismatches.add(
          reject(place, found.operands().size() + " operands", needed.operands().size() + ""));
      return mismatches;
    }
    if (found.accumulation() != needed.accumulation()) {
      mismatches.add(
          reject(
              place, "accumulation " + found.accumulation().text(), needed.accumulation().text()));
    }
    if (needed.operands().size() > 1 && found.operation() != needed.operation()) {
      mismatches.add(
          reject(place, "operation " + found.operation().text(), needed.operation().text()));
    }
    List<Access> ours = accesses(found, sources);
    List<Access> theirs = needed.accesses();
    for (int row = 0; row < theirs.size(); row++) {
      ElementType type = computation.tensor(ours.get(row).tensor()).type();
      ElementType wanted = intrinsic.compute().tensor(theirs.get(row).tensor()).type();
      if (type != wanted) {
        mismatches.add(
            reject(
                place,
                "%s of type %s".formatted(ours.get(row).tensor(), type.text()),
                "%s as %s".formatted(wanted.text(), theirs.get(row).tensor())));
      }
    }
    return mismatches;
  }

  /// `what`, and the order of the operands where it is not the written one.
  static String place(String what, List<Integer> sources) {
    return sources.equals(MappingText.identity(sources.size()))
        ? what
        : what + " with sources " + MappingText.printSources(sources);
  }

  private static Rejection reject(String place, String found, String needed) {
    return new Rejection(Reason.STATEMENT, place, found, needed);
  }

  private static void permute(int operands, List<Integer> chosen, List<List<Integer>> orders) {
    if (chosen.size() == operands) {
      orders.add(List.copyOf(chosen));
      return;
    }
    for (int next = 0; next < operands; next++) {
      if (!chosen.contains(next)) {
        chosen.addLast(next);
        permute(operands, chosen, orders);
        chosen.removeLast();
      }
    }
  }

  /// True if the two orders differ only by exchanging sources that the intrinsic treats alike.
  private static boolean isSame(Intrinsic intrinsic, List<Integer> one, List<Integer> other) {
    return IntStream.range(0, one.size())
        .allMatch(source -> isAlike(intrinsic, source, other.indexOf(one.get(source))));
  }

  private static boolean isAlike(Intrinsic intrinsic, int one, int other) {
    Computation compute = intrinsic.compute();
    Access first = compute.statement().operands().get(one);
    Access second = compute.statement().operands().get(other);
    return compute.tensor(first.tensor()).type() == compute.tensor(second.tensor()).type()
        && compute.axes().stream()
            .map(Axis::name)
            .allMatch(axis -> first.uses(axis) == second.uses(axis));
  }
}
