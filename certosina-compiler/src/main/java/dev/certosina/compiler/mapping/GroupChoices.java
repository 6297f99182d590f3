package dev.certosina.compiler.mapping;

import dev.certosina.ModelException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;

/// All ways to give each axis of an intrinsic a set of its candidates, the sets being disjoint.
///
/// Axes are bits. Two axes of an intrinsic have either the same candidates or none in common, since
/// candidates are those with an equal column.
///
/// @param candidates for each axis of the intrinsic
/// @param emptySets sets may be empty, though not all of them
record GroupChoices(List<Long> candidates, boolean emptySets) {
  GroupChoices {
    candidates = List.copyOf(candidates);
  }

  /// How many there are, without making them: for each class of `m` intrinsic axes that share `n`
  /// candidates, the functions from candidates to these axes or none that leave no axis out.
  ///
  /// @throws ModelException beyond the 64-bit range
  long count() {
    try {
      long product = 1;
      for (Long shared : new LinkedHashSet<>(candidates)) {
        long axes = candidates.stream().filter(shared::equals).count();
        product = Math.multiplyExact(product, functions(Long.bitCount(shared), axes));
      }
      return emptySets && !candidates.isEmpty() ? product - 1 : product;
    } catch (ArithmeticException e) {
      throw new ModelException("more mappings than a 64-bit number counts", e);
    }
  }

  private long functions(int axes, long targets) {
    if (emptySets) {
      return Math.powExact(targets + 1, axes);
    }
    long sum = 0;
    long choose = 1;
    for (long left = 0; left <= targets; left++) {
      long term = Math.multiplyExact(choose, Math.powExact(targets + 1 - left, axes));
      sum = left % 2 == 0 ? Math.addExact(sum, term) : Math.subtractExact(sum, term);
      choose = choose * (targets - left) / (left + 1);
    }
    return sum;
  }

  /// Calls `visitor` with each choice; the sets of the first axis vary slowest. The array is
  /// reused.
  void forEach(Consumer<long[]> visitor) {
    choose(new long[candidates.size()], 0, 0, visitor);
  }

  private void choose(long[] sets, int next, long used, Consumer<long[]> visitor) {
    if (next == sets.length) {
      if (used != 0 || sets.length == 0) {
        visitor.accept(sets);
      }
      return;
    }
    long free = candidates.get(next) & ~used;
    long set = 0;
    if (emptySets) {
      sets[next] = 0;
      choose(sets, next + 1, used, visitor);
    }
    while (set != free) {
      set = (set - free) & free;
      sets[next] = set;
      choose(sets, next + 1, used | set, visitor);
    }
  }
}
