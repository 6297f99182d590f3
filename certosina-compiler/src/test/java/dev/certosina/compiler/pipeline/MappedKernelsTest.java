package dev.certosina.compiler.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingOptions;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.mapping.check.MappingCheck;
import dev.certosina.compiler.mapping.operators.Layout;
import dev.certosina.compiler.pipeline.NativeMappingsTest.Group;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.testkit.QemuRun;
import dev.certosina.testkit.Seed;
import dev.certosina.testkit.SweepReport;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Mappings of all operators for accelerators whose code this machine may not run: their kernels on
/// the interpreter, and AArch64 code under emulation.
class MappedKernelsTest {
  private static final int EMULATED = 10;

  /// The interpreter takes seconds for instructions of 16384 products.
  private static final int INTERPRETED = 1;

  private static final SweepReport EMULATIONS = new SweepReport("emulated");
  private static final SweepReport INTERPRETATIONS = new SweepReport("kernels interpreted");

  private final Random random = new Random(Seed.value());

  @Test
  void computeOnTheInterpreterWhatTheOperatorMeans() throws IOException, InterruptedException {
    check("x86-amx", INTERPRETED, false);
  }

  @Test
  void computeUnderEmulationWhatTheOperatorMeans() throws IOException, InterruptedException {
    QemuRun.requireEmulator();
    check("aarch64-neon", EMULATED, true);
  }

  /// One for each pair of an instruction and an operator's sample.
  @Test
  @Tag("slow")
  void computeOnTheInterpreterForEachOperator() throws IOException, InterruptedException {
    sweep("x86-amx", INTERPRETATIONS, false);
  }

  /// Every accepted mapping of every sample, in one layout.
  @Test
  @Tag("slow")
  void computeUnderEmulationForEveryMapping() throws IOException, InterruptedException {
    QemuRun.requireEmulator();
    sweep("aarch64-neon", EMULATIONS, true);
  }

  private static List<Group> groups(String name) {
    Accelerator accelerator = Accelerators.find(name);
    return NativeMappingsTest.groups(accelerator, Targets.of(accelerator).orElseThrow());
  }

  private void sweep(String name, SweepReport report, boolean emulated)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    List<String> failures = new ArrayList<>();
    int executions = 0;
    for (Group group : groups(name)) {
      if (group.layout() == Layout.CHANNELS_FIRST) {
        List<Mapping> mappings = group.mappings(MappingOptions.DEFAULT);
        if (!emulated && !mappings.isEmpty()) {
          mappings = List.of(mappings.get(random.nextInt(mappings.size())));
        }
        for (Mapping mapping : mappings) {
          failures.addAll(failures(group, mapping, emulated));
          executions++;
        }
      }
    }
    report.add(name, executions, executions, failures, start);
    assertThat(executions).isPositive();
    assertThat(failures).isEmpty();
  }

  /// Tries mappings of so many pairs of a computation and an instruction, drawn at random.
  private void check(String name, int programs, boolean emulated)
      throws IOException, InterruptedException {
    List<Group> groups = new ArrayList<>(groups(name));
    Collections.shuffle(groups, random);
    List<String> failures = new ArrayList<>();
    int tried = 0;
    for (Group group : groups) {
      List<Mapping> mappings = tried < programs ? group.mappings() : List.of();
      if (!mappings.isEmpty()) {
        Mapping mapping = mappings.get(random.nextInt(mappings.size()));
        failures.addAll(failures(group, mapping, emulated));
        tried++;
      }
    }
    assertThat(tried).isPositive();
    assertThat(failures).isEmpty();
  }

  private List<String> failures(Group group, Mapping mapping, boolean emulated)
      throws IOException, InterruptedException {
    Placements placements = Placements.of(mapping);
    List<List<Placement>> all = placements.combinations();
    List<Placement> chosen = all.get(random.nextInt(all.size()));
    PhysicalMapping physical = placements.map(chosen);
    NestSchedule schedule = new RandomSchedules(random).next(physical, chosen);
    MappingCheck check = MappingCheck.of(group.computation(), random);
    TensorValue found = run(group, new NestChoice(physical, schedule), check, emulated);
    long[] shape = found.shape().stream().mapToLong(Long::longValue).toArray();
    Optional<String> difference =
        check.difference(
            NativeMapping.decode(
                found.type(), dev.certosina.Tensor.of(found.data(), found.type(), shape)));
    String title = group.name() + " " + MappingText.print(mapping) + " " + schedule;
    return difference.map(text -> title + ": " + text).stream().toList();
  }

  /// The destination, with the constants known ahead of time or not.
  private TensorValue run(Group group, NestChoice choice, MappingCheck check, boolean emulated)
      throws IOException, InterruptedException {
    Computation computation = group.computation();
    boolean ahead = random.nextBoolean();
    Map<String, TensorValue> constants = new LinkedHashMap<>();
    Map<String, TensorValue> inputs = new LinkedHashMap<>();
    check
        .operands()
        .forEach((name, elements) -> {
          Tensor tensor = computation.tensor(name);
          MemorySegment data = NativeMapping.encode(elements);
          boolean isKnown = ahead && computation.constants().contains(name);
          (isKnown ? constants : inputs)
              .put(name, new TensorValue(tensor.type(), NativeMapping.shape(tensor), data));
        });
    CompileOptions options =
        new CompileOptions(List.of(group.target()), false, CompiledProgram.LIBRARY);
    CompiledModel model = new CompileComputation(options).kernels(choice, constants);
    KernelRun run =
        new KernelRun(model, 0, model.program().variants().getFirst(), Map.of(), random);
    return emulated
        ? run.emulate(inputs, group.target(), random.nextBoolean()).getFirst()
        : run.run(inputs).getFirst();
  }
}
