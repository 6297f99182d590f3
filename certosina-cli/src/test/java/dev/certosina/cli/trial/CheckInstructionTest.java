package dev.certosina.cli.trial;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckInstructionTest {
  private static final TrialProcess PROCESS = new TrialProcess();
  private static final Path LIBRARY =
      Path.of(System.getProperty("java.io.tmpdir"), "certosina-test-llvm");

  @TempDir private Path folder = Path.of("");

  @AfterAll
  static void close() {
    PROCESS.close();
  }

  /// A file with one instruction on four lanes of f32.
  private String file(String target, String body, String declaration) throws IOException {
    String text =
        """
        accelerator: mine
        description: for a test
        target: %s
        gigahertz: 1
        memory:
          - {name: memory, capacity: 1 GiB, read: 8, write: 4}
        parallel:
          - {name: core, units: 1}
        registers:
          - {name: vector, count: 16, bytes: 32}
        intrinsics:
          - name: mine
            statement: D[i] += A[i] * B[i]
            extents: {i: 8}
            types: {A: f32, B: f32, D: f32}
            memory:
              - vector.A[i] = memory.A[a + i]
              - vector.B[i] = memory.B[b + i]
              - memory.D[d + i] = vector.D[i]
            chain: [load A, load B, compute, store D]
            features: []
            emission:
              llvm: |
                %s
              declare:
                - declare %s
            latency: 4
            throughput: 1
            source: a guess
        """
            .formatted(target, body, declaration);
    return Files.writeString(folder.resolve("mine.yaml"), text).toString();
  }

  private void check(String file) {
    CheckInstruction.requireAll(PROCESS, file, LIBRARY);
  }

  private static final String FMA =
      "<8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)";

  @Test
  void acceptsWhatCompiles() throws IOException {
    String file =
        file(
            "x86-64-v3",
            "{result} = call <8 x float> @llvm.fma.v8f32(<8 x float> {A}, <8 x float> {B}, <8 x float>"
                + " {D})",
            FMA);
    assertThatCode(() -> check(file)).doesNotThrowAnyException();
    assertThatCode(() -> check("nvidia-sm70")).doesNotThrowAnyException();
  }

  @Test
  void refusesTypesThatDoNotFit() throws IOException {
    String file =
        file(
            "x86-64-v3",
            "{result} = call <8 x float> @llvm.fma.v8f32(<8 x float> {A}, <8 x float> {B}, <4 x float>"
                + " {D})",
            FMA);
    assertThatThrownBy(() -> check(file))
        .isInstanceOf(ModelException.class)
        .hasMessageStartingWith(
            file + ": instruction 'mine': its emission cannot be compiled: parsing LLVM IR: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void refusesWhatEndsLlvm() throws IOException {
    String file =
        file(
            "x86-64-v3",
            """
            {a} = bitcast <8 x float> {A} to <8 x i32>
                    {b} = bitcast <8 x float> {B} to <8 x i32>
                    {d} = bitcast <8 x float> {D} to <8 x i32>
                    {r} = call <8 x i32> @llvm.x86.avx512.vpdpbusd.256(<8 x i32> {d}, <8 x i32> {a}, <8 x i32> {b})
                    {result} = bitcast <8 x i32> {r} to <8 x float>\
            """,
            "<8 x i32> @llvm.x86.avx512.vpdpbusd.256(<8 x i32>, <8 x i32>, <8 x i32>)");
    assertThatThrownBy(() -> check(file))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("instruction 'mine': its emission cannot be compiled: the child")
        .hasMessageContaining("LLVM ERROR: ");
  }
}
