package dev.certosina.compiler.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.mapping.check.MappingCheck;
import dev.certosina.compiler.pipeline.NativeMappingsTest.Group;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.testkit.QemuRun;
import dev.certosina.testkit.Seed;
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
  private static final int EMULATED_IF_SLOW = 400;

  /// The interpreter takes seconds for instructions of 16384 products.
  private static final int INTERPRETED = 1;

  private static final int INTERPRETED_IF_SLOW = 40;

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

  @Test
  @Tag("slow")
  void computeOnTheInterpreterForMoreMappings() throws IOException, InterruptedException {
    check("x86-amx", INTERPRETED_IF_SLOW, false);
  }

  @Test
  @Tag("slow")
  void computeUnderEmulationForMoreMappings() throws IOException, InterruptedException {
    QemuRun.requireEmulator();
    check("aarch64-neon", EMULATED_IF_SLOW, true);
  }

  /// Tries mappings of so many pairs of a computation and an instruction, drawn at random.
  private void check(String name, int programs, boolean emulated)
      throws IOException, InterruptedException {
    Accelerator accelerator = Accelerators.find(name);
    Target target = Targets.of(accelerator).orElseThrow();
    List<Group> groups = new ArrayList<>();
    for (Intrinsic intrinsic : accelerator.intrinsics()) {
      NativeMappingsTest.addGroups(groups, target, name, intrinsic);
    }
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
