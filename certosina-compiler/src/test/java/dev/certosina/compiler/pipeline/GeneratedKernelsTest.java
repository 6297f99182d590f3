package dev.certosina.compiler.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.TensorProgramInterpreter;
import dev.certosina.compiler.texpr.TensorProgramPrinter;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.testkit.Seed;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The kernels of generated programs stay within their buffers, read nothing that was not written,
/// share nothing between tasks, and give what the programs mean, however their groups are cut into
/// tasks.
///
/// `-Dseed=` repeats a run.
class GeneratedKernelsTest {
  private static final CompileOptions OPTIONS =
      new CompileOptions(List.of(Targets.X86_64_V3, Targets.X86_64_V4), false, Path.of("unused"));

  @Test
  void areSoundHoweverTheyAreTiled() {
    run(Integer.getInteger("programs", 60));
  }

  @Test
  @Tag("slow")
  void areSoundHoweverTheyAreTiledAtLength() {
    run(2000);
  }

  private static void run(int programs) {
    long first = Seed.value();
    for (long seed = first; seed < first + programs; seed++) {
      check(seed);
    }
  }

  private static void check(long seed) {
    GeneratedProgram program = ProgramGenerator.generate(seed, 12, 500);
    CompiledModel model =
        new Pipeline(OPTIONS).compile(program.signature(), List.of(program.program()));
    List<Map<String, TensorValue>> inputs = ProgramRun.draw(program, seed);
    for (int run = 0; run < inputs.size(); run++) {
      KernelRun kernels =
          new KernelRun(
              model,
              (int) Math.floorMod(seed + run, 2L),
              model.program().variants().getFirst(),
              program.runs().get(run),
              new Random(seed));
      List<TensorValue> found;
      try {
        found = kernels.run(inputs.get(run));
      } catch (RuntimeException | AssertionError problem) {
        throw new AssertionError(
            problem.getMessage() + "\n" + describe(seed, program, run), problem);
      }
      List<TensorValue> expected = TensorProgramInterpreter.run(program.program(), inputs.get(run));
      for (int i = 0; i < expected.size(); i++) {
        String output = program.program().outputs().get(i);
        double tolerance = program.tolerance().getOrDefault(output, 0.0);
        assertThat(ProgramValues.difference(found.get(i), expected.get(i), tolerance))
            .as("output %s of %s", output, describe(seed, program, run))
            .isEmpty();
      }
    }
  }

  private static String describe(long seed, GeneratedProgram program, int run) {
    return "program of seed %d at %s\n%s"
        .formatted(seed, program.runs().get(run), TensorProgramPrinter.print(program.program()));
  }
}
