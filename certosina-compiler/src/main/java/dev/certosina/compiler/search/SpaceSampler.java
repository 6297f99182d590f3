package dev.certosina.compiler.search;

import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.search.LoopBlocks.Block;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Draws candidates: each gene is uniform over its values, given those before it. The genes are
/// mapping, placements, register factors, order, parallel loops, unrolled loops and prefetch.
public final class SpaceSampler {
  /// Iterations ahead that sources may be fetched; 0 is for not at all.
  public static final List<Integer> PREFETCH = List.of(0, 8, 32, 64);

  /// Draws of one candidate before the space counts as empty: copies that are too large are the
  /// only reason for a draw to fail.
  private static final int ATTEMPTS = 200;

  private final CandidateSpace space;
  private final RandomGenerator random;

  public SpaceSampler(CandidateSpace space, RandomGenerator random) {
    this.space = space;
    this.random = random;
  }

  /// A valid candidate of any mapping, or empty if none was found.
  public Optional<Candidate> draw() {
    for (int attempt = 0; attempt < ATTEMPTS && !space.choices().isEmpty(); attempt++) {
      Candidate candidate = drawAny(pick(space.choices()));
      if (space.isValid(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /// A valid candidate of one mapping, or empty if none was found.
  public Optional<Candidate> draw(MappingChoice choice) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Candidate candidate = drawAny(choice);
      if (space.isValid(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private Candidate drawAny(MappingChoice choice) {
    List<Placement> placements = choice.placements().stream().map(this::pick).toList();
    Map<String, Integer> registers = pick(space.registerFactors(choice));
    List<String> order = new ArrayList<>(space.loops(choice).stream().map(Loop::name).toList());
    shuffle(order);
    var bare = new NestSchedule(placements, order, registers, List.of(), 0, pick(PREFETCH));
    NestSchedule normal = space.candidate(choice, bare).schedule();
    LoopBlocks nest = LoopBlocks.of(space.physical(choice, placements), normal);
    return space.candidate(
        choice,
        normal
            .withUnrolled(pick(unrollings(nest, space.constraints().bodyInstructions())))
            .withParallel(random.nextInt(nest.leadingSpatial() + 1)));
  }

  /// The reduction loops that can be written out together: none, the innermost, the two innermost,
  /// and so on while the body stays small enough.
  static List<List<String>> unrollings(LoopBlocks nest, int bodyInstructions) {
    List<List<String>> unrollings = new ArrayList<>(List.of(List.of()));
    List<String> unrolled = new ArrayList<>();
    long instructions = nest.accumulators();
    for (Block block : nest.inner().reversed()) {
      instructions = Math.multiplyExact(instructions, block.loop().extent());
      if (instructions > bodyInstructions) {
        break;
      }
      unrolled.add(block.loop().name());
      if (block.loop().extent() > 1) {
        unrollings.add(List.copyOf(unrolled));
      }
    }
    return unrollings;
  }

  <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private void shuffle(List<String> names) {
    for (int i = names.size() - 1; i > 0; i--) {
      Collections.swap(names, i, random.nextInt(i + 1));
    }
  }
}
