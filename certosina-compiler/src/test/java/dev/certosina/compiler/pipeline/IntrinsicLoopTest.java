package dev.certosina.compiler.pipeline;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.runtime.exec.CpuFeatures;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntrinsicLoopTest {
  @TempDir Path folder;

  @Test
  void executesAsOftenAsItSays() {
    Accelerator accelerator = Accelerators.find("x86-avx2");
    Target target = Targets.of(accelerator).orElseThrow();
    assumeTrue(target.runsOn(CpuFeatures.flags()), "this processor lacks some of x86-64-v3");
    Intrinsic intrinsic = accelerator.intrinsic("fma_lanes_f32").orElseThrow();
    IntrinsicLoop loop = new IntrinsicLoop(intrinsic, 3, 5);
    assertThat(loop.executions()).isEqualTo(15);
    Path executable = folder.resolve("loop");
    loop.compile(new CompileOptions(List.of(target), false, folder), executable);
    float[] ones = {1, 1, 1, 1, 1, 1, 1, 1};
    try (Model model = Executable.load(executable);
        Session session = model.newSession()) {
      Map<String, Tensor> inputs =
          Map.of("x0", Tensor.of(ones, 8), "x1", Tensor.of(ones, 8), "x2", Tensor.of(ones, 8));
      float[] sums = requireNonNull(session.run(inputs).get("y")).toFloatArray();
      assertThat(sums).hasSize(24).containsOnly(6);
    }
  }

  @Test
  void hidesTheLatencyWithinTheRegisters() {
    Accelerator wide = Accelerators.find("x86-avx512");
    assertThat(IntrinsicLoop.of(wide, wide.intrinsics().getFirst()).sums()).isEqualTo(16);
    Accelerator narrow = Accelerators.find("x86-avx2");
    assertThat(IntrinsicLoop.of(narrow, narrow.intrinsics().getFirst()).sums()).isEqualTo(14);
    Accelerator tiles = Accelerators.find("x86-amx");
    assertThat(IntrinsicLoop.of(tiles, tiles.intrinsics().getFirst()).sums()).isEqualTo(6);
  }
}
