package dev.certosina.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.testkit.OnnxBuilder;
import dev.certosina.testkit.Seed;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Damaged models are read or refused in one line; nothing else happens.
class OnnxReaderFuzzTest {
  private static final int ROUNDS = 20_000;

  @Test
  void refusesEveryTruncationInOneLine() {
    byte[] model = model();
    for (int length = 0; length < model.length; length++) {
      readOrRefuse(Arrays.copyOf(model, length), "length " + length);
    }
  }

  @Test
  void survivesMutatedBytes() {
    RandomGenerator random = Seed.generator();
    byte[] model = model();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] mutated = model.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
      }
      readOrRefuse(mutated, "round " + round);
    }
  }

  @Test
  void survivesRandomBytes() {
    RandomGenerator random = Seed.generator();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] noise = new byte[random.nextInt(40)];
      random.nextBytes(noise);
      readOrRefuse(noise, "round " + round);
    }
  }

  private static void readOrRefuse(byte[] bytes, String what) {
    try {
      OnnxReader.read(MemorySegment.ofArray(bytes), Path.of("does-not-exist"));
    } catch (ModelException e) {
      assertThat(e.getMessage()).as(what).doesNotContain("\n").doesNotContain("\r");
    }
  }

  private static byte[] model() {
    return new OnnxBuilder(14)
        .importing("com.example", 1)
        .input("x", ElementType.FLOAT32, "batch", 2)
        .floats("w", List.of(2L, 2L), 1, 2, 3, 4)
        .longs("axes", List.of(1L), 0)
        .node("Constant", List.of(), List.of("c"), a -> a.setInts("value_ints", 1, -1))
        .node("MatMul", List.of("x", "w"), List.of("y"))
        .node("Reshape", List.of("y", "c"), List.of("z"), a -> a.set("allowzero", 0))
        .node("Cast", List.of("z"), List.of("i"), a -> a.set("to", 7))
        .node("Elu", List.of("z"), List.of("e"), a -> a.set("alpha", 0.5f))
        .output("i")
        .output("e")
        .bytes();
  }
}
