package dev.certosina.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.certosina.cli.Cli;
import dev.certosina.cli.json.Json;
import dev.certosina.compiler.target.Targets;
import dev.certosina.runtime.exec.CpuFeatures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetsCommandTest {
  @TempDir Path folder;

  @Test
  void listsTargetsAndAcceleratorsForPeople() {
    assertThat(Cli.run("targets", "--no-measure").succeeds().output())
        .contains("x86-64-v3", "x86-64-v4", "host: ")
        .contains("nvidia-sm70: Tensor Core of Volta")
        .contains("wmma_f16_f32", "D[i,j] += A[i,r] * B[r,j]", "A f16, B f16, D f32")
        .contains("extents of i,j,r: 16x16x16 32x8x16 8x32x16; layouts nnn ntn tnn ttn");
  }

  @Test
  void printsADocumentWithTheseKeys() {
    Json.Structure document = Cli.run("targets", "--no-measure", "--json").document();
    assertThat(Cli.keys(document))
        .containsExactly("version", "host", "cpuFlags", "targets", "accelerators");
    assertThat(Cli.elements(document, "targets"))
        .isNotEmpty()
        .allSatisfy(target ->
            assertThat(Cli.keys(target))
                .containsExactly(
                    "name", "runsHere", "missingCpuFlags", "vectorBytes", "vectorRegisters"));
    assertThat(Cli.elements(document, "accelerators"))
        .hasSize(16)
        .allSatisfy(accelerator -> {
          assertThat(Cli.keys(accelerator))
              .containsExactly(
                  "name", "description", "target", "runsHere", "gigahertz", "intrinsics");
          assertThat(Cli.elements(accelerator, "intrinsics"))
              .allSatisfy(intrinsic ->
                  assertThat(Cli.keys(intrinsic))
                      .containsExactly(
                          "name",
                          "statement",
                          "extents",
                          "types",
                          "features",
                          "modelledGops",
                          "measuredGops"));
        });
  }

  @Test
  void measuresWhatRunsHere() {
    assumeTrue(Targets.X86_64_V3.runsOn(CpuFeatures.flags()), "this processor lacks AVX2 or FMA");
    Json.Structure document = Cli.run("targets", "--accelerator", "x86-avx2", "--json").document();
    Json accelerator = Cli.elements(document, "accelerators").getFirst();
    assertThat(Cli.elements(accelerator, "intrinsics"))
        .hasSize(3)
        .extracting(intrinsic -> Cli.member(intrinsic, "measuredGops"))
        .allSatisfy(rate ->
            assertThat(rate)
                .isInstanceOfSatisfying(
                    Json.Real.class, real -> assertThat(real.value()).isBetween(0.1, 10_000.0)));
  }

  @Test
  void readsAFile() throws IOException {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, "accelerator: mine\nspeed: 7\n");
    Cli.run("targets", "--accelerator", file.toString())
        .isRefused(file + ":2: found the key 'speed', expected a key of an accelerator: ");
  }
}
