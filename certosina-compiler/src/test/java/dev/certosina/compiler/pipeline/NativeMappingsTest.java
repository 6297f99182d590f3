package dev.certosina.compiler.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.EnumerateMappings;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingOptions;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.mapping.check.MappingCheck;
import dev.certosina.compiler.mapping.operators.Layout;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.compiler.mapping.operators.OperatorOptions;
import dev.certosina.compiler.mapping.operators.OperatorTypes;
import dev.certosina.compiler.mapping.operators.Operators;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.runtime.exec.CpuFeatures;
import dev.certosina.testkit.Seed;
import dev.certosina.testkit.SweepReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Mappings of all operators for the accelerators of this machine, under random placements and
/// schedules, on machine code.
class NativeMappingsTest {
  private static final int FAST_PROGRAMS = 50;
  private static final SweepReport SWEEPS = new SweepReport("native");

  @TempDir private Path folder;

  /// A computation with the mappings of one instruction.
  record Group(
      Target target, String name, Layout layout, Computation computation, Intrinsic intrinsic) {
    List<Mapping> mappings() {
      return mappings(MappingOptions.DEFAULT.withUnitAxes(true));
    }

    List<Mapping> mappings(MappingOptions options) {
      return EnumerateMappings.of(computation, intrinsic, options).accepted();
    }
  }

  @Test
  void computeWhatTheOperatorMeans() {
    Random random = new Random(Seed.value());
    List<Group> groups = groups();
    Collections.shuffle(groups, random);
    List<String> failures = new ArrayList<>();
    int programs = 0;
    for (Group group : groups) {
      List<Mapping> mappings = group.mappings();
      if (!mappings.isEmpty() && programs++ < FAST_PROGRAMS) {
        List<Mapping> one = List.of(mappings.get(random.nextInt(mappings.size())));
        failures.addAll(failures(group, one, random));
      }
    }
    assertThat(failures).isEmpty();
  }

  /// Those with inserted unit axes, too; each with one random placement and schedule.
  @ParameterizedTest
  @MethodSource("accelerators")
  @Tag("slow")
  void computeWhatTheOperatorMeansForEveryMapping(String name) {
    Accelerator accelerator = Accelerators.find(name);
    Optional<Target> target = runnable(accelerator);
    assumeTrue(target.isPresent(), "this processor does not run the code of " + name);
    long start = System.nanoTime();
    Random random = new Random(Seed.value());
    List<String> failures = new ArrayList<>();
    int executions = 0;
    for (Group group : groups(accelerator, target.orElseThrow())) {
      List<Mapping> mappings = group.mappings();
      failures.addAll(failures(group, mappings, random));
      executions += mappings.size();
    }
    SWEEPS.add(name, executions, executions, failures, start);
    assertThat(failures).isEmpty();
  }

  /// Those that code can be generated for.
  static List<String> accelerators() {
    return Accelerators.builtIn().stream()
        .filter(accelerator -> accelerator.target().isPresent())
        .map(Accelerator::name)
        .toList();
  }

  @AfterAll
  static void printTotal() {
    SWEEPS.printTotal();
  }

  static List<Group> groups(Accelerator accelerator, Target target) {
    List<Group> groups = new ArrayList<>();
    for (Intrinsic intrinsic : accelerator.intrinsics()) {
      addGroups(groups, target, accelerator.name(), intrinsic);
    }
    return groups;
  }

  private static List<Group> groups() {
    List<Group> groups = new ArrayList<>();
    for (Accelerator accelerator : Accelerators.builtIn()) {
      runnable(accelerator).ifPresent(target -> groups.addAll(groups(accelerator, target)));
    }
    assumeFalse(groups.isEmpty(), "this processor runs no accelerator's code");
    return groups;
  }

  private static Optional<Target> runnable(Accelerator accelerator) {
    return accelerator
        .target()
        .map(text -> Targets.parse(text, CpuFeatures.flags()).getFirst())
        .filter(target -> target.runsOn(CpuFeatures.flags()));
  }

  /// Adds every operator at its sample sizes, in the types of the intrinsic.
  private static void addGroups(
      List<Group> groups, Target target, String accelerator, Intrinsic intrinsic) {
    OperatorTypes types = OperatorTypes.of(intrinsic.compute());
    for (Operator operator : Operators.all()) {
      for (Configuration sample : operator.samples()) {
        for (Layout layout : Layout.values()) {
          OperatorOptions options = OperatorOptions.DEFAULT.withLayout(layout).withTypes(types);
          String name =
              String.join(" ", accelerator, intrinsic.name(), sample.label(), layout.toString());
          computation(operator, sample, options)
              .ifPresent(computation ->
                  groups.add(new Group(target, name, layout, computation, intrinsic)));
        }
      }
    }
  }

  /// Some operators have no form in some types.
  private static Optional<Computation> computation(
      Operator operator, Configuration sample, OperatorOptions options) {
    try {
      return Optional.of(operator.computation(sample, options));
    } catch (ModelException refusal) {
      return Optional.empty();
    }
  }

  private List<String> failures(Group group, List<Mapping> mappings, Random random) {
    List<String> failures = new ArrayList<>();
    MappingCheck check = MappingCheck.of(group.computation(), random);
    for (Mapping mapping : mappings) {
      Placements placements = Placements.of(mapping);
      List<List<Placement>> all = placements.combinations();
      List<Placement> chosen = all.get(random.nextInt(all.size()));
      PhysicalMapping physical = placements.map(chosen);
      NestSchedule schedule = new RandomSchedules(random).next(physical, chosen);
      NativeMapping run =
          new NativeMapping(
              folder.resolve("nest.cex"),
              group.target(),
              random.nextBoolean(),
              random.nextInt(4) > 0);
      run.failure(new NestChoice(physical, schedule), check)
          .ifPresent(text ->
              failures.add(
                  "%s %s %s: %s"
                      .formatted(group.name(), MappingText.print(mapping), schedule, text)));
    }
    return failures;
  }
}
