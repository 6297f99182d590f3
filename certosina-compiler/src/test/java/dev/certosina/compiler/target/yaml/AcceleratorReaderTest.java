package dev.certosina.compiler.target.yaml;

import static dev.certosina.compiler.target.yaml.AcceleratorFiles.refuses;
import static dev.certosina.compiler.target.yaml.AcceleratorFiles.replace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerator.MemoryLevel;
import dev.certosina.compiler.target.Accelerator.ParallelLevel;
import dev.certosina.compiler.target.Accelerator.RegisterFile;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// What a good file means, and every kind of mistake outside of its intrinsics.
class AcceleratorReaderTest {
  private static final String GOOD = AcceleratorFiles.outerProduct();

  @Test
  void readsTheAccelerator() {
    Accelerator accelerator = AcceleratorReader.read("f.yaml", GOOD);
    assertThat(accelerator.name()).isEqualTo("outer-product");
    assertThat(accelerator.target()).contains("x86-64-v3");
    assertThat(accelerator.gigahertz()).isEqualTo(3.2);
    assertThat(accelerator.memory())
        .containsExactly(
            new MemoryLevel("memory", 16L << 30, 8, 4), new MemoryLevel("L1", 32 << 10, 64, 32));
    assertThat(accelerator.parallel())
        .containsExactly(new ParallelLevel("core", ParallelLevel.AS_MANY_AS_HOST));
    assertThat(accelerator.registers()).containsExactly(new RegisterFile("vector", 16, 32));
  }

  @Test
  void readsTheIntrinsic() {
    Intrinsic intrinsic =
        AcceleratorReader.read("f.yaml", GOOD).intrinsic("outer_f32").orElseThrow();
    assertThat(intrinsic.compute().tensors())
        .containsExactly(tensor("A", 4, 2), tensor("B", 2, 8), tensor("D", 4, 8));
    assertThat(intrinsic.chain()).containsExactly("load A", "load B", "compute", "store D");
    assertThat(intrinsic.features()).containsExactly("fma");
    assertThat(intrinsic.emission().orElseThrow().body()).hasSize(6);
    assertThat(intrinsic.latencyCycles()).isEqualTo(8);
    assertThat(intrinsic.perCycle()).isEqualTo(0.25);
  }

  @Test
  void multipliesExtentsAndLayouts() {
    String memory =
        """
            memory:
              rows:
                - vector.A[i,r] = L1.A[a + i*lda + r]
                - vector.B[r,j] = L1.B[b + r*ldb + j]
                - L1.D[d + i*ldd + j] = vector.D[i,j]
              columns:
                - vector.A[i,r] = L1.A[a + i + r*lda]
                - vector.B[r,j] = L1.B[b + r + j*ldb]
                - L1.D[d + i + j*ldd] = vector.D[i,j]
        """;
    String text =
        replace(
            replace(GOOD, "latency: 8", "latency: [8, 5]"),
            "{i: 4, j: 8, r: 2}",
            "[{i: 4, j: 8, r: 2}, {i: 2, j: 2, r: 4}]");
    int start = text.indexOf("    memory:\n");
    text = text.substring(0, start) + memory + text.substring(text.indexOf("    chain:"));
    assertThat(AcceleratorReader.read("f.yaml", text).intrinsics())
        .extracting(Intrinsic::name, Intrinsic::latencyCycles)
        .containsExactly(
            tuple("outer_f32/4x8x2/rows", 8.0),
            tuple("outer_f32/4x8x2/columns", 8.0),
            tuple("outer_f32/2x2x4/rows", 5.0),
            tuple("outer_f32/2x2x4/columns", 5.0));
  }

  @Test
  void refusesUnknownKeys() {
    refuses(
        "    latency: 8",
        "    latncy: 8",
        "33: found the key 'latncy', expected a key of an intrinsic: name, statement, extents,"
            + " types, memory, partial, chain, features, emission, latency, throughput, source");
    refuses(
        "units: host",
        "units: host, speed: 1",
        "9: found the key 'speed', expected a key of a parallel level: name, units");
  }

  @Test
  void refusesMissingKeys() {
    refuses(
        "gigahertz: 3.2\n",
        "",
        "1: found an accelerator without the key 'gigahertz', expected that key");
    refuses(
        "    latency: 8\n",
        "",
        "13: found an intrinsic without the key 'latency', expected that key");
    refuses(
        "    features: [fma]\n",
        "",
        "13: found an intrinsic without the key 'features', expected that key");
    refuses(
        ", write: 4}", "}", "6: found a memory level without the key 'write', expected that key");
  }

  @Test
  void refusesDuplicateKeys() {
    refuses(
        "gigahertz: 3.2\n",
        "gigahertz: 3.2\ngigahertz: 3.3\n",
        "5: found a second key 'gigahertz'; the first is on line 4, expected each key once");
    refuses(
        "{i: 4, j: 8, r: 2}",
        "{i: 4, j: 8, r: 2, i: 4}",
        "15: found a second key 'i'; the first is on line 15, expected each key once");
  }

  @Test
  void refusesWrongKindsOfValue() {
    refuses(
        "gigahertz: 3.2",
        "gigahertz: fast",
        "4: found 'fast', expected the clock in GHz, a number above 0 and at most 100");
    refuses(
        "gigahertz: 3.2",
        "gigahertz: [3.2]",
        "4: found a list, expected the clock in GHz, a number above 0 and at most 100");
    refuses(
        "gigahertz: 3.2",
        "gigahertz:",
        "4: found nothing, expected the clock in GHz, a number above 0 and at most 100");
    refuses(
        "gigahertz: 3.2",
        "gigahertz: -1",
        "4: found '-1', expected the clock in GHz, a number above 0 and at most 100");
    refuses(
        "gigahertz: 3.2",
        "gigahertz: .nan",
        "4: found '.nan', expected the clock in GHz, a number above 0 and at most 100");
    refuses(
        "count: 16",
        "count: 1.5",
        "11: found '1.5', expected how many registers, a whole number from 1 to 1000000");
    refuses(
        "capacity: 32 KiB",
        "capacity: 32 KB",
        "7: found '32 KB', expected a capacity, a whole number and a unit: B, KiB, MiB, GiB or TiB");
    refuses(
        "accelerator: outer-product",
        "accelerator: Outer Product",
        "1: found 'Outer Product', expected the accelerator's name: lower-case letters, digits and '-', at most 64");
    refuses(
        "    chain: [load A, load B, compute, store D]",
        "    chain: compute",
        "21: found 'compute', expected a list of steps: load A, load B, compute, store D");
  }

  @Test
  void refusesWrongPartialSums() {
    refuses(
        "    chain:",
        "    partial: [i]\n    chain:",
        "21: found 'i', expected a reduction axis: r, each at most once");
  }

  @Test
  void refusesRepeatedNames() {
    String intrinsic = GOOD.substring(GOOD.indexOf("  - name: outer_f32"));
    refuses(
        intrinsic,
        intrinsic + intrinsic,
        "36: found a second intrinsic 'outer_f32', expected each name once");
    refuses("{name: L1,", "{name: memory,", "7: found a second 'memory', expected each name once");
    refuses(
        "{name: vector,",
        "{name: L1,",
        "11: found 'L1' as a register file and as a memory level, expected different names");
  }

  @Test
  void refusesWhatIsNoPlainYaml() {
    refuses(
        "gigahertz: 3.2",
        "gigahertz: &clock 3.2",
        "4: found an anchor or alias, expected the value itself");
    refuses(
        "gigahertz: 3.2",
        "gigahertz: *clock",
        "4: found an anchor or alias, expected the value itself");
    refuses(
        "gigahertz: 3.2",
        "gigahertz: !!float 3.2",
        "4: found the tag 'tag:yaml.org,2002:float', expected a value without a tag");
    refuses("gigahertz: 3.2", "? [gigahertz]\n: 3.2", "4: found a list, expected a key");
    refuses(
        "gigahertz: 3.2",
        "---\ngigahertz: 3.2",
        "4: found a second document, expected the end of the file");
    assertThatThrownBy(() ->
            AcceleratorReader.read("f.yaml", replace(GOOD, "gigahertz: 3.2", "gigahertz: [3.2")))
        .isInstanceOf(ModelException.class)
        .hasMessageMatching("f.yaml:5: found no YAML \\(.*\\), expected YAML 1.2");
    assertThatThrownBy(() -> AcceleratorReader.read("f.yaml", ""))
        .hasMessage("f.yaml:1: found an empty file, expected an accelerator");
    assertThatThrownBy(() -> AcceleratorReader.read("f.yaml", "- a\n"))
        .hasMessageStartingWith(
            "f.yaml:1: found a list, expected a mapping with keys accelerator,");
    assertThatThrownBy(() -> AcceleratorReader.read("f.yaml", "a: b\nc: \u0007\n"))
        .hasMessage("f.yaml:2: found a character YAML forbids, expected text");
  }

  @Test
  void refusesWhatIsTooLarge() {
    assertThatThrownBy(() -> AcceleratorReader.read("f.yaml", "#".repeat((1 << 20) + 1)))
        .hasMessage("f.yaml:1: found 1048577 characters, expected at most 1048576");
    assertThatThrownBy(() -> AcceleratorReader.read("f.yaml", "[".repeat(100_000)))
        .hasMessage("f.yaml:1: found values nested deeper than 16, expected flatter ones");
    assertThatThrownBy(() -> AcceleratorReader.read("f.yaml", "- x\n".repeat(60_000)))
        .hasMessage("f.yaml:50000: found more than 50000 values, expected fewer");
  }

  private static Tensor tensor(String name, long... shape) {
    return new Tensor(
        name, ElementType.FLOAT32, Arrays.stream(shape).mapToObj(Dims::constant).toList());
  }
}
