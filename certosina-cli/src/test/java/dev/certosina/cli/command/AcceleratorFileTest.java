package dev.certosina.cli.command;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.certosina.cli.Cli;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Targets;
import dev.certosina.runtime.exec.CpuFeatures;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever a user's file says, a command that would run its instructions answers in one line.
class AcceleratorFileTest {
  private static final String REFUSAL =
      ": instruction 'outer_f32': its emission cannot be compiled: ";

  @TempDir Path folder;

  @Test
  void isCompiledByTargetsBeforeItIsMeasured() throws IOException {
    Path file = write(broken());
    Cli.run("targets", "--accelerator", file.toString()).isRefused(file + REFUSAL);
  }

  @Test
  void isCompiledByMapBeforeItIsExecuted() throws IOException {
    assumeTrue(Targets.X86_64_V3.runsOn(CpuFeatures.flags()), "this processor lacks AVX2 or FMA");
    Path file = write(broken());
    map(file).isRefused(file + REFUSAL);
    map(write(outerProduct())).succeeds();
  }

  @Test
  void isCompiledByTuneBeforeItIsMeasured() throws IOException {
    assumeTrue(Targets.X86_64_V3.runsOn(CpuFeatures.flags()), "this processor lacks AVX2 or FMA");
    Path file = write(broken());
    tune(file.toString()).isRefused(file + REFUSAL);
  }

  @Test
  void isRefusedByTuneIfItDoesNotRunHere() throws IOException {
    tune("nvidia-sm70").isRefused("nvidia-sm70: found no instruction that ");
    tune("host,nvidia-sm70").isRefused("nvidia-sm70: found no instruction that ");
  }

  @Test
  void isRefusedIfItIsNone() {
    tune(folder + "/none.yaml").isRefused("none.yaml: no such file");
    tune(folder + "/").isRefused(folder + ": not a file");
  }

  private static Cli map(Path file) {
    String product = "C[m,n] += A[m,k] * B[k,n]";
    return Cli.run("map", product, "--sizes=m=5,n=9,k=3", "--accelerator=" + file, "--check");
  }

  private Cli tune(String accelerators) {
    var arguments = new ArrayList<>(List.of("tune", "gmm:0", "--budget=1s"));
    arguments.add("--cache=" + folder);
    arguments.add("--accelerator=" + accelerators);
    return Cli.run(arguments.toArray(String[]::new));
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("mine.yaml"), text);
  }

  private static String broken() throws IOException {
    return outerProduct().replace("<32 x float> {a1},", "<16 x float> {a1},");
  }

  private static String outerProduct() throws IOException {
    try (InputStream stream = Accelerators.class.getResourceAsStream("yaml/outer-product.yaml")) {
      return new String(requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
