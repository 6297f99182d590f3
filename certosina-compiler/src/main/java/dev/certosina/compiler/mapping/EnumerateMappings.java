package dev.certosina.compiler.mapping;

import dev.certosina.ModelException;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import java.util.ArrayList;
import java.util.List;

/// Finds all mappings of a computation onto an intrinsic (AMOS, ISCA 2022, sections 5.1 and 5.2).
///
/// The groups of one mapping are disjoint; axes in no group stay outer loops; the order within a
/// group is that of the computation's axes.
public final class EnumerateMappings {
  /// The largest number of candidates that are looked at one by one.
  private static final long MOST_CANDIDATES = 1L << 20;

  private EnumerateMappings() {}

  /// @throws ModelException where there are more than about a million candidates
  public static MappingSpace of(
      Computation computation, Intrinsic intrinsic, MappingOptions options) {
    var accepted = new ArrayList<Mapping>();
    var rejected = new ArrayList<Rejection>();
    for (List<Integer> sources : OperandRoles.of(computation, intrinsic, options.swap())) {
      List<Rejection> mismatches = OperandRoles.mismatches(computation, intrinsic, sources);
      rejected.addAll(mismatches);
      if (mismatches.isEmpty()) {
        var candidates = new AxisCandidates(computation, intrinsic, options, sources);
        rejected.addAll(candidates.rejections());
        choices(candidates, computation)
            .forEach(sets ->
                candidates
                    .obstacle(sets)
                    .ifPresentOrElse(rejected::add, () -> accepted.add(candidates.mapping(sets))));
      }
    }
    return new MappingSpace(accepted, rejected);
  }

  /// The number of mappings that [#of] accepts, without making them.
  public static long count(Computation computation, Intrinsic intrinsic, MappingOptions options) {
    long count = 0;
    for (List<Integer> sources : OperandRoles.of(computation, intrinsic, options.swap())) {
      if (OperandRoles.mismatches(computation, intrinsic, sources).isEmpty()) {
        count += count(new AxisCandidates(computation, intrinsic, options, sources), computation);
      }
    }
    return count;
  }

  /// True if the intrinsic computes such statements on such elements, whatever the axes.
  public static boolean fits(Computation computation, Intrinsic intrinsic) {
    List<Integer> asWritten =
        MappingText.identity(intrinsic.compute().statement().operands().size());
    return OperandRoles.mismatches(computation, intrinsic, asWritten).isEmpty();
  }

  private static long count(AxisCandidates candidates, Computation computation) {
    if (!candidates.hasObstacles()) {
      return candidates.choices().count();
    }
    var count = new long[1];
    choices(candidates, computation)
        .forEach(sets -> count[0] += candidates.obstacle(sets).isEmpty() ? 1 : 0);
    return count[0];
  }

  private static GroupChoices choices(AxisCandidates candidates, Computation computation) {
    GroupChoices choices = candidates.choices();
    long size = choices.count();
    if (size > MOST_CANDIDATES) {
      throw new ModelException(
          "%s: %d candidate mappings, needs at most %d to list them"
              .formatted(computation.name(), size, MOST_CANDIDATES));
    }
    return choices;
  }
}
