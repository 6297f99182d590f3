package dev.certosina.compiler.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.compiler.target.Intrinsic.Stride;
import dev.certosina.compiler.target.Intrinsic.Transfer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AcceleratorsTest {
  @TempDir Path folder;

  @Test
  void readsEveryBuiltInFile() {
    assertThat(Accelerators.builtIn())
        .extracting(Accelerator::name)
        .containsExactlyElementsOf(Accelerators.names());
    assertThat(Accelerators.builtIn())
        .allSatisfy(accelerator -> assertThat(accelerator.intrinsics()).isNotEmpty());
  }

  @Test
  void statesInTheIndexTheTargetOfEachFile() {
    assertThat(Accelerators.builtIn())
        .allSatisfy(accelerator ->
            assertThat(Accelerators.targetOf(accelerator.name())).isEqualTo(accelerator.target()));
  }

  @Test
  void listsEveryBuiltInFileInTheIndex() throws IOException {
    Path resources =
        Path.of(System.getProperty("certosina.root"))
            .resolve(
                "certosina-compiler/src/main/resources/dev/certosina/compiler/target/accelerators");
    try (var files = Files.list(resources)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> !name.equals("index"))
          .containsExactlyInAnyOrderElementsOf(
              Accelerators.names().stream().map(name -> name + ".yaml").toList());
    }
  }

  @Test
  void givesEveryRunnableIntrinsicAnEmission() {
    assertThat(Accelerators.builtIn())
        .filteredOn(accelerator -> accelerator.target().isPresent())
        .extracting(Accelerator::name)
        .containsExactly(
            "x86-avx512",
            "x86-avx512-vnni",
            "x86-avx512-bf16",
            "x86-amx",
            "x86-avx2",
            "aarch64-neon");
    assertThat(Accelerators.builtIn())
        .allSatisfy(accelerator ->
            assertThat(accelerator.intrinsics())
                .allSatisfy(intrinsic ->
                    assertThat(intrinsic.emission().isPresent())
                        .isEqualTo(accelerator.target().isPresent())));
  }

  @Test
  void hasTwelveVariantsOfHalfPrecisionWmma() {
    List<String> names =
        Accelerators.find("nvidia-sm70").intrinsics().stream()
            .map(Intrinsic::name)
            .filter(name -> name.startsWith("wmma_f16_f32/"))
            .toList();
    assertThat(names)
        .hasSize(12)
        .startsWith("wmma_f16_f32/16x16x16/nnn", "wmma_f16_f32/16x16x16/ntn")
        .contains("wmma_f16_f32/32x8x16/tnn", "wmma_f16_f32/8x32x16/ttn");
  }

  @Test
  void hasAllVariantsOfAmos() {
    assertThat(Accelerators.find("nvidia-sm70").intrinsics())
        .extracting(intrinsic -> intrinsic.name().replaceAll("/.*", ""))
        .hasSize(12 + 12 + 3 + 2 + 1 + 3 + 1 + 1)
        .containsOnly(
            "wmma_f16_f32",
            "wmma_f16_f16",
            "wmma_bf16_f32",
            "wmma_tf32_f32",
            "wmma_f64_f64",
            "wmma_i8_i32",
            "wmma_i4_i32",
            "wmma_b1_i32");
    assertThat(Accelerators.find("mali-bifrost").intrinsics())
        .extracting(Intrinsic::name)
        .containsExactly("arm_dot/4", "arm_dot/8", "arm_dot/16");
  }

  @Test
  void givesTransposedLayoutsTheOtherContiguousAxis() {
    Intrinsic intrinsic =
        Accelerators.find("nvidia-sm70").intrinsic("wmma_f16_f32/16x16x16/ntn").orElseThrow();
    assertThat(IndexStatementPrinter.print(intrinsic.compute().statement()))
        .isEqualTo("D[i,j] += A[i,r] * B[r,j]");
    assertThat(intrinsic.transfers())
        .containsExactly(
            new Transfer(
                "A",
                true,
                "shared",
                "fragment",
                "a",
                List.of(new Stride.Free("i", "lda"), new Stride.Fixed("r", 1))),
            new Transfer(
                "B",
                true,
                "shared",
                "fragment",
                "b",
                List.of(new Stride.Fixed("r", 1), new Stride.Free("j", "ldb"))),
            new Transfer(
                "D",
                false,
                "global",
                "fragment",
                "d",
                List.of(new Stride.Free("i", "ldd"), new Stride.Fixed("j", 1))));
  }

  @Test
  void findsWhatATargetRuns() {
    assertThat(Accelerators.forTarget(target("x86-64-v4+vnni")))
        .extracting(Accelerator::name)
        .containsExactly("x86-avx512", "x86-avx512-vnni", "x86-avx2");
    assertThat(Accelerators.forTarget(Targets.X86_64_V3))
        .extracting(Accelerator::name)
        .containsExactly("x86-avx2");
    assertThat(Accelerators.forTarget(Targets.AARCH64))
        .singleElement()
        .satisfies(accelerator ->
            assertThat(accelerator.intrinsics())
                .extracting(Intrinsic::name)
                .containsExactly("fma_broadcast_f32", "fma_lanes_f32", "dot_f32"));
    assertThat(Accelerators.forTarget(target("aarch64+i8mm+dotprod")))
        .extracting(Accelerator::name)
        .containsExactly("aarch64-neon");
  }

  @Test
  void takesCoresFromTheHost() {
    Accelerator accelerator = Accelerators.find("x86-avx512");
    assertThat(accelerator.parallel())
        .singleElement()
        .satisfies(level -> assertThat(level.unitsOn(6)).isEqualTo(6));
  }

  @Test
  void listsKnownNamesWhenOneIsUnknown() {
    assertThatThrownBy(() -> Accelerators.find("x86-avx9"))
        .isInstanceOf(ModelException.class)
        .hasMessageStartingWith(
            "accelerator 'x86-avx9' is not known; built in are x86-avx512, x86-avx512-vnni,");
  }

  @Test
  void refusesFilesItCannotRead() throws IOException {
    assertThatThrownBy(() -> Accelerators.read(folder.resolve("absent.yaml")))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("absent.yaml: no such file");
    Path binary = folder.resolve("binary.yaml");
    Files.write(binary, new byte[] {(byte) 0xff, (byte) 0xfe, 0, (byte) 0xc0});
    assertThatThrownBy(() -> Accelerators.read(binary)).isInstanceOf(ModelException.class);
    Path large = folder.resolve("large.yaml");
    Files.write(large, new byte[(1 << 20) + 1]);
    assertThatThrownBy(() -> Accelerators.read(large))
        .hasMessageContaining("found 1048577 bytes, expected at most 1048576");
  }

  private static Target target(String text) {
    return Targets.parse(text, Set.of()).getFirst();
  }
}
