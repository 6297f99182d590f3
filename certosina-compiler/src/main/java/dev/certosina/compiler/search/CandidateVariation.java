package dev.certosina.compiler.search;

import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/// Makes candidates from candidates. Whatever comes out is valid: genes that do not fit together
/// are repaired, and what cannot be repaired is dropped.
public final class CandidateVariation {
  private static final int ATTEMPTS = 20;

  private final CandidateSpace space;
  private final SpaceSampler sampler;
  private final RandomGenerator random;

  public CandidateVariation(CandidateSpace space, RandomGenerator random) {
    this.space = space;
    this.sampler = new SpaceSampler(space, random);
    this.random = random;
  }

  /// A neighbour: the same mapping with one gene changed; empty if none was found.
  public Optional<Candidate> mutate(Candidate parent) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Candidate child = change(parent, random.nextInt(6));
      if (!child.equals(parent) && space.isValid(child)) {
        return Optional.of(child);
      }
    }
    return Optional.empty();
  }

  /// A child with the mapping of `mother` and, for each other gene, that of one or the other
  /// parent; empty if none was found that differs from both.
  public Optional<Candidate> cross(Candidate mother, Candidate father) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Candidate child = repaired(mother, mix(mother.schedule(), father.schedule()));
      if (!child.equals(mother) && !child.equals(father) && space.isValid(child)) {
        return Optional.of(child);
      }
    }
    return Optional.empty();
  }

  private NestSchedule mix(NestSchedule mother, NestSchedule father) {
    List<Placement> placements = new ArrayList<>();
    for (int i = 0; i < mother.placements().size(); i++) {
      boolean fromFather = random.nextBoolean() && i < father.placements().size();
      placements.add((fromFather ? father : mother).placements().get(i));
    }
    Map<String, Integer> registers = new LinkedHashMap<>();
    for (String loop : mother.order()) {
      // A loop that only the mother has keeps her factor.
      NestSchedule from = random.nextBoolean() && father.order().contains(loop) ? father : mother;
      registers.put(loop, from.registers().getOrDefault(loop, 1));
    }
    return new NestSchedule(
        placements,
        mixOrder(mother.order(), father.order()),
        registers,
        (random.nextBoolean() ? mother : father).unrolled(),
        (random.nextBoolean() ? mother : father).parallel(),
        (random.nextBoolean() ? mother : father).prefetch());
  }

  /// Order crossover: a run of the mother's loops stays where it is, the places around it are
  /// filled in the order of the father.
  private List<String> mixOrder(List<String> mother, List<String> father) {
    if (mother.isEmpty()) {
      return mother;
    }
    int one = random.nextInt(mother.size());
    int two = random.nextInt(mother.size());
    List<String> kept = mother.subList(Math.min(one, two), Math.max(one, two) + 1);
    List<String> others = new ArrayList<>(father);
    mother.stream().filter(loop -> !father.contains(loop)).forEach(others::add);
    others.removeIf(loop -> kept.contains(loop) || !mother.contains(loop));
    others.addAll(Math.min(one, two), kept);
    return others;
  }

  private Candidate change(Candidate parent, int gene) {
    NestSchedule schedule = parent.schedule();
    return switch (gene) {
      case 0 -> withRegisters(parent);
      case 1 -> repaired(parent, movedLoop(schedule));
      case 2 -> withPlacement(parent);
      case 3 -> withUnrolling(parent);
      case 4 ->
          repaired(parent, schedule.withParallel(random.nextInt(schedule.order().size() + 1)));
      default -> repaired(parent, schedule.withPrefetch(sampler.pick(SpaceSampler.PREFETCH)));
    };
  }

  /// One factor becomes a neighbouring one, or two loops exchange theirs.
  private Candidate withRegisters(Candidate parent) {
    MappingChoice choice = space.choiceOf(parent).orElseThrow();
    Map<String, Integer> registers = parent.schedule().registers();
    List<Map<String, Integer>> near =
        space.registerFactors(choice).stream()
            .filter(some -> distance(some, registers) <= 2 && !some.equals(registers))
            .toList();
    return near.isEmpty()
        ? parent
        : space.candidate(
            choice, parent.schedule().withRegisters(near.get(random.nextInt(near.size()))));
  }

  /// Loops whose factors differ, counted twice if by more than a factor of two.
  private static int distance(Map<String, Integer> one, Map<String, Integer> other) {
    var loops = new TreeSet<>(one.keySet());
    loops.addAll(other.keySet());
    int distance = 0;
    for (String loop : loops) {
      int first = one.getOrDefault(loop, 1);
      int second = other.getOrDefault(loop, 1);
      if (first != second) {
        distance += Math.max(first, second) > 2 * Math.min(first, second) ? 2 : 1;
      }
    }
    return distance;
  }

  private NestSchedule movedLoop(NestSchedule schedule) {
    List<String> order = new ArrayList<>(schedule.order());
    if (order.size() > 1) {
      String moved = order.remove(random.nextInt(order.size()));
      order.add(random.nextInt(order.size() + 1), moved);
    }
    return schedule.withOrder(order);
  }

  private Candidate withPlacement(Candidate parent) {
    MappingChoice choice = space.choiceOf(parent).orElseThrow();
    List<Placement> placements = new ArrayList<>(parent.schedule().placements());
    int operand = random.nextInt(placements.size());
    placements.set(operand, sampler.pick(choice.placements().get(operand)));
    return repaired(parent, parent.schedule().withPlacements(placements));
  }

  private Candidate withUnrolling(Candidate parent) {
    LoopBlocks nest = LoopBlocks.of(space.physical(parent), parent.schedule());
    int limit = space.constraints().bodyInstructions();
    return repaired(
        parent, parent.schedule().withUnrolled(sampler.pick(SpaceSampler.unrollings(nest, limit))));
  }

  /// Brings genes that were put together into a schedule that the mapping allows: placements that
  /// are not possible become the preferred ones, factors that do not fit shrink, only innermost
  /// loops are unrolled, only outermost spatial ones are parallel.
  private Candidate repaired(Candidate parent, NestSchedule genes) {
    MappingChoice choice = space.choiceOf(parent).orElseThrow();
    List<Placement> placements = new ArrayList<>();
    for (int i = 0; i < choice.placements().size(); i++) {
      List<Placement> possible = choice.placements().get(i);
      Placement wanted = genes.placements().get(i);
      placements.add(possible.contains(wanted) ? wanted : possible.getFirst());
    }
    NestSchedule fitting =
        genes.withPlacements(placements).withRegisters(nearestFactors(choice, genes.registers()));
    NestSchedule normal = space.candidate(choice, fitting).schedule();
    LoopBlocks nest = LoopBlocks.of(space.physical(choice, placements), normal);
    List<String> unrolled = List.of();
    for (List<String> some :
        SpaceSampler.unrollings(nest, space.constraints().bodyInstructions())) {
      if (normal.unrolled().containsAll(some)) {
        unrolled = some;
      }
    }
    int parallel = Math.min(normal.parallel(), nest.leadingSpatial());
    return space.candidate(choice, normal.withUnrolled(unrolled).withParallel(parallel));
  }

  private Map<String, Integer> nearestFactors(MappingChoice choice, Map<String, Integer> wanted) {
    List<Map<String, Integer>> possible = space.registerFactors(choice);
    Map<String, Integer> nearest = possible.getFirst();
    double least = Double.POSITIVE_INFINITY;
    for (Map<String, Integer> some : possible) {
      double apart = 0;
      for (var loop : space.loops(choice)) {
        double ratio =
            (double) some.getOrDefault(loop.name(), 1) / wanted.getOrDefault(loop.name(), 1);
        apart += Math.abs(Math.log(ratio));
      }
      if (apart < least) {
        least = apart;
        nearest = some;
      }
    }
    return nearest;
  }
}
