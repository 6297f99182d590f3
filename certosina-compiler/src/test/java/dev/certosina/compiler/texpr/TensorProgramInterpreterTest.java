package dev.certosina.compiler.texpr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dims;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TensorProgramInterpreterTest {

  @Test
  void multipliesMatricesOfAnyExtent() {
    TensorProgram program =
        parse(
            """
            tensor a: f32[a.0, a.1]
            tensor b: f32[a.1, 2]
            tensor c: f32[a.0, 2]
            input a
            input b
            output c
            compute c (d0 < a.0, d1 < 2; k < a.1)
              c[d0, d1] sum= (a[d0, k] * b[k, d1])
            """);
    TensorValue a = TensorValue.ofFloats(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
    TensorValue b = TensorValue.ofFloats(new float[] {1, 0, 0, 1, 1, 1}, 3, 2);
    assertThat(run(program, Map.of("a", a, "b", b)).toFloats()).containsExactly(4, 5, 10, 11);

    TensorValue noColumns = TensorValue.ofFloats(new float[0], 2, 0);
    TensorValue noRows = TensorValue.ofFloats(new float[0], 0, 2);
    assertThat(run(program, Map.of("a", noColumns, "b", noRows)).toFloats())
        .containsExactly(0, 0, 0, 0);
    assertThat(run(program, Map.of("a", TensorValue.ofFloats(new float[0], 0, 3), "b", b)).shape())
        .containsExactly(0L, 2L);
  }

  @Test
  void takesExtentsFromTheElementsOfInputs() {
    TensorProgram program =
        parse(
            """
            tensor n: i32[2]
            tensor y: i64[ELEMENT]
            input n
            output y
            compute y (d0 < ELEMENT)
              y[d0] = index(2*d0)
            """
                .replace("ELEMENT", Dims.print(Dims.element("n", 1))));
    TensorValue n =
        new TensorValue(ElementType.INT32, List.of(2L), MemorySegment.ofArray(new int[] {9, 3}));
    assertThat(run(program, Map.of("n", n)).toLongs()).containsExactly(0, 2, 4);
  }

  @Test
  void refusesExtentsThatDoNotFit() {
    TensorProgram program =
        parse("tensor a: f32[3]\ninput a\noutput b\ntensor b: f32[3]\nalias b = a\n");
    TensorValue four = TensorValue.ofFloats(new float[4], 4);
    assertThatThrownBy(() -> run(program, Map.of("a", four)))
        .isInstanceOf(ModelException.class)
        .hasMessage("input 'a': found extent 4 on axis 0, needed 3");
    assertThatThrownBy(() -> run(program, Map.of()))
        .isInstanceOf(ModelException.class)
        .hasMessage("input 'a' is missing");
  }

  @Test
  void gathersFromTheEndAndRefusesIndicesOutside() {
    TensorProgram program =
        parse(
            """
            tensor table: f32[3]
            tensor at: i64[at.0]
            tensor y: f32[at.0]
            input table
            input at
            output y
            compute y (d0 < at.0)
              y[d0] = table[@(at[d0])]
            """);
    TensorValue table = TensorValue.ofFloats(new float[] {10, 11, 12}, 3);
    TensorValue good = TensorValue.ofLongs(new long[] {0, -1, 2, -3}, 4);
    assertThat(run(program, Map.of("table", table, "at", good)).toFloats())
        .containsExactly(10, 12, 12, 10);
    TensorValue bad = TensorValue.ofLongs(new long[] {3}, 1);
    assertThatThrownBy(() -> run(program, Map.of("table", table, "at", bad)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("found index 3 into dim 0 of 'table', needed one in [-3, 3)");
  }

  @Test
  void refusesAccessesOutsideATensor() {
    TensorProgram program =
        parse(
            """
            tensor a: f32[a.0]
            tensor y: f32[a.0]
            input a
            output y
            compute y (d0 < a.0)
              y[d0] = a[d0 + 1]
            """);
    assertThatThrownBy(() -> run(program, Map.of("a", TensorValue.ofFloats(new float[] {1, 2}, 2))))
        .isInstanceOf(InternalCompilerException.class)
        .hasMessageContaining("leaves the extent 2");
  }

  @Test
  void broadcastsAnExtentOfOne() {
    TensorProgram program =
        parse(
            """
            tensor a: f32[a.0]
            tensor b: f32[b.0]
            tensor y: f32[joined(a.0, b.0)]
            input a
            input b
            output y
            compute y (d0 < joined(a.0, b.0))
              y[d0] = (a[(spread(a.0, b.0))*d0] + b[(spread(b.0, a.0))*d0])
            """);
    TensorValue one = TensorValue.ofFloats(new float[] {100}, 1);
    TensorValue three = TensorValue.ofFloats(new float[] {1, 2, 3}, 3);
    TensorValue two = TensorValue.ofFloats(new float[] {1, 2}, 2);
    assertThat(run(program, Map.of("a", one, "b", three)).toFloats())
        .containsExactly(101, 102, 103);
    assertThat(run(program, Map.of("a", three, "b", one)).toFloats())
        .containsExactly(101, 102, 103);
    assertThat(run(program, Map.of("a", three, "b", three)).toFloats()).containsExactly(2, 4, 6);
    assertThatThrownBy(() -> run(program, Map.of("a", three, "b", two)))
        .isInstanceOf(ModelException.class);
  }

  @Test
  void wrapsIntegersAndTruncatesDivision() {
    assertThat(bytes("i8", "(x[d0] + 1:i8)", 127, -128)).containsExactly(-128, -127);
    assertThat(bytes("i8", "(x[d0] / 2:i8)", -7, 7)).containsExactly(-3, 3);
    assertThat(bytes("i8", "(x[d0] / 0:i8)", -7, 7)).containsExactly(0, 0);
    assertThat(bytes("i8", "(x[d0] / -1:i8)", -128, 5)).containsExactly(-128, -5);
    assertThat(bytes("u8", "(x[d0] / 2:u8)", -1, 7)).containsExactly(127, 3);
    assertThat(bytes("u8", "max(x[d0], 200:u8)", -1, 7)).containsExactly(-1, -56);
    assertThat(bytes("i8", "power(x[d0], 3:i8)", -2, 7)).containsExactly(-8, 87);
    assertThat(bytes("i8", "power(x[d0], -1:i8)", -1, 2)).containsExactly(-1, 0);
  }

  @Test
  void treatsU64AsUnsigned() {
    TensorProgram program =
        parse(
            """
            tensor x: u64[2]
            tensor y: f64[2]
            input x
            output y
            compute y (d0 < 2)
              y[d0] = f64((x[d0] / 2:u64))
            """);
    TensorValue x =
        new TensorValue(
            ElementType.UINT64, List.of(2L), MemorySegment.ofArray(new long[] {-1, -3}));
    double[] found =
        run(program, Map.of("x", x))
            .data()
            .toArray(java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED);
    assertThat(found).containsExactly(0x1p63, 0x1p63);
  }

  @Test
  void propagatesNanThroughMaxAndMin() {
    TensorProgram program =
        parse(
            """
            tensor x: f32[3]
            tensor y: f32[]
            input x
            output y
            compute y (; d0 < 3)
              y[] max= x[d0]
            """);
    for (int at = 0; at < 3; at++) {
      float[] x = {1, 2, 3};
      x[at] = Float.NaN;
      assertThat(run(program, Map.of("x", TensorValue.ofFloats(x, 3))).toFloats()[0]).isNaN();
    }
  }

  @Test
  void knowsTheErrorFunction() {
    // Values to 16 digits from tables of the error function.
    assertThat(FloatMath.erf(0.5)).isCloseTo(0.5204998778130465, within(1e-15));
    assertThat(FloatMath.erf(-1)).isCloseTo(-0.8427007929497149, within(1e-15));
    assertThat(FloatMath.erf(2.4)).isCloseTo(0.9993114861033550, within(1e-15));
    assertThat(FloatMath.erf(2.6)).isCloseTo(0.9997639655834707, within(1e-15));
    assertThat(FloatMath.erf(4)).isCloseTo(0.9999999845827421, within(1e-15));
    assertThat(FloatMath.erf(Double.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(FloatMath.erf(Double.NaN)).isNaN();
  }

  private static byte[] bytes(String type, String payload, int... values) {
    TensorProgram program =
        parse(
            """
            tensor x: TYPE[2]
            tensor y: TYPE[2]
            input x
            output y
            compute y (d0 < 2)
              y[d0] = PAYLOAD
            """
                .replace("TYPE", type)
                .replace("PAYLOAD", payload));
    byte[] data = new byte[values.length];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) values[i];
    }
    TensorValue x =
        new TensorValue(
            ElementType.parse(type).orElseThrow(),
            List.of((long) data.length),
            MemorySegment.ofArray(data));
    return run(program, Map.of("x", x)).data().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
  }

  private static TensorProgram parse(String text) {
    TensorProgram program = TensorProgramParser.parse(text, _ -> Optional.empty());
    List<String> problems = TensorProgramVerifier.problems(program);
    // One test runs a program that is out of bounds for all shapes.
    assertThat(problems)
        .allMatch(problem -> problem.contains("a[d0 + 1]") || problem.contains("leaves"));
    return program;
  }

  private static TensorValue run(TensorProgram program, Map<String, TensorValue> inputs) {
    return TensorProgramInterpreter.run(program, inputs).getFirst();
  }
}
