package dev.certosina.compiler.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.testkit.Seed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Generated programs, compiled and run, give what the interpreter gives.
///
/// The seed of the first program is printed; `-Dseed=` repeats it, `-Dprograms=` sets how many.
class GeneratedProgramsTest {

  @Test
  void agreeWithTheInterpreter() {
    run(Integer.getInteger("programs", 60), 14);
  }

  @Test
  @Tag("slow")
  void agreeWithTheInterpreterAtLength() {
    run(Integer.getInteger("programs", 1000), 20);
  }

  private static void run(int programs, int steps) {
    Assumptions.assumeFalse(ProgramRun.targets().isEmpty(), "this processor runs no target");
    long first = Seed.value();
    for (long seed = first; seed < first + programs; seed++) {
      check(seed, steps);
    }
  }

  private static void check(long seed, int steps) {
    GeneratedProgram program = ProgramGenerator.generate(seed, steps, 40_000);
    List<Target> targets = ProgramRun.targets();
    ProgramRun.Build build =
        new ProgramRun.Build(
            targets.get(Math.floorMod(seed, targets.size())), Math.floorMod(seed, 4) < 2);
    List<Map<String, TensorValue>> inputs = ProgramRun.draw(program, seed);
    Optional<String> failure = new ProgramRun(program, build, inputs).failure();
    assertThat(
            failure.map(text -> ProgramShrinker.describe(program, build, inputs, text)).orElse(""))
        .as("program of seed %d", seed)
        .isEmpty();
  }
}
