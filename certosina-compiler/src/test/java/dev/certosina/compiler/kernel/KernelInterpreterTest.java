package dev.certosina.compiler.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.testkit.RandomKernel;
import dev.certosina.testkit.RandomKernels;
import dev.certosina.testkit.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelInterpreterTest {

  /// The i64 that an expression of any 64-bit or narrower integer type evaluates to.
  private static long evaluate(String expression) {
    String text =
        "entry kernel k(n: scalar, y: write i64[n]) { store y[0] = convert(i64, %s) }"
            .formatted(expression);
    KernelStorage output = KernelStorage.uninitialised(8);
    run(text, new Argument.Word(1), KernelStep.view(output, ElementType.INT64));
    return output.read(ElementType.INT64, 0);
  }

  private static List<KernelStep.Failure> run(String text, Argument... arguments) {
    KernelModule module = KernelParser.parseModule(text);
    KernelVerifier.requireValid(module);
    String entry = module.kernels().getLast().name();
    return new KernelInterpreter(module).run(entry, List.of(arguments), KernelStep.ONLY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(127:i8 + 1:i8) | -128",
        "(200:u8 * 2:u8) | 144",
        "(0:u8 - 1:u8) | 255",
        "(7 / 0) | 0",
        "(7 % 0) | 0",
        "(-128:i8 / -1:i8) | -128",
        "(-2147483648:i32 / -1:i32) | -2147483648",
        "(-2147483648:i32 % -1:i32) | 0",
        "(-9223372036854775808 / -1) | -9223372036854775808",
        "(-7 / 2) | -3",
        "(-7 % 2) | -1",
        "(-1:u64 / 2:u64) | 9223372036854775807",
        "(200:u8 / 3:u8) | 66",
        "abs(-128:i8) | -128",
        "abs(200:u8) | 200",
        "negate(1:u16) | 65535",
        "not(0:u8) | 255",
        "(1:i32 << 33:i32) | 2",
        "(-8:i8 >> 1:i8) | -4",
        "(248:u8 >> 9:u8) | 124",
        "max(-1:u64, 1:u64) | -1",
        "max(-1, 1) | 1",
        "min(255:u8, 1:u8) | 1",
        "convert(i8, 300) | 44",
        "convert(u8, -1) | 255",
        "convert(i8, 1000.0:f32) | 127",
        "convert(u8, -3.5:f32) | 0",
        "convert(i32, NaN:f32) | 0",
        "convert(i32, -2.9:f64) | -2",
        "convert(i64, 1.0E30:f64) | 9223372036854775807",
        "convert(u64, 1.0E30:f64) | -1",
        "convert(u64, 1.0E19:f64) | -8446744073709551616",
        "convert(bool, NaN:f32) | 1",
        "convert(bool, -0.0:f32) | 0",
        "bitcast(i32, convert(f32, 16777217)) | 1266679808",
        "bitcast(i64, convert(f64, -1:u64)) | 4895412794951729152",
        "bitcast(u16, convert(f16, 65520.0:f32)) | 31744",
        "bitcast(u16, convert(f16, 2049.0:f32)) | 26624",
        "bitcast(u16, convert(bf16, 1.00390625:f32)) | 16256",
        "bitcast(u16, convert(bf16, 1.01171875:f32)) | 16258",
        "bitcast(u32, max(0.0:f32, -0.0:f32)) | 0",
        "bitcast(u32, min(0.0:f32, -0.0:f32)) | 2147483648",
        "(max(1.0:f32, NaN:f32) != 1.0:f32) | 1",
        "(NaN:f32 < 1.0:f32) | 0",
        "(NaN:f32 == NaN:f32) | 0",
        "(NaN:f32 != NaN:f32) | 1",
        "convert(i32, round_even(2.5:f32)) | 2",
        "convert(i32, round_even(-3.5:f32)) | -4",
        "reduce(add, iota(i64x8)) | 28",
        "reduce(max, iota(i32x4)) | 3",
        "extract(shuffle(iota(i64x4), (iota(i64x4) + 4:i64x4), [7, 0]), 0) | 7",
      })
  void evaluates(String expression, long value) {
    assertThat(evaluate(expression.strip())).isEqualTo(value);
  }

  @Test
  void reducesInHalves() {
    KernelStorage input = KernelStorage.ofFloats(1e8f, 1f, -1e8f, 1f);
    KernelStorage output = KernelStorage.uninitialised(4);
    run(
        "entry kernel k(n: scalar, x: read f32[n], m: scalar, y: write f32[m]) {"
            + " store y[0] = reduce(add, load(x[0], f32x4)) }",
        new Argument.Word(4),
        KernelStep.view(input, ElementType.FLOAT32),
        new Argument.Word(1),
        KernelStep.view(output, ElementType.FLOAT32));
    assertThat(output.floats()).containsExactly(2f);
  }

  @Test
  void roundsFmaOnce() {
    long single = evaluate("bitcast(u32, fma(1.0000001:f32, 1.0000001:f32, -1.0000002:f32))");
    assertThat(Float.intBitsToFloat((int) single))
        .isEqualTo(Math.fma(1.0000001f, 1.0000001f, -1.0000002f));
  }

  @Test
  void touchesOnlyMaskedLanes() {
    KernelStorage memory = KernelStorage.ofFloats(1, 2, 3);
    run(
        "entry kernel k(n: scalar, x: read_write f32[n]) {"
            + " let inside = ((iota(i64x4) + 1:i64x4) < 3:i64x4)"
            + " store x[1] = (load(x[1], f32x4, inside) * 10.0:f32x4) where inside }",
        new Argument.Word(3),
        KernelStep.view(memory, ElementType.FLOAT32));
    assertThat(memory.floats()).containsExactly(1, 20, 30);
  }

  @Test
  void refusesAccessesOutsideTheExtent() {
    String text = "entry kernel k(n: scalar, x: read f32[n]) { let a = load(x[1], f32x4) }";
    Argument view = KernelStep.view(KernelStorage.ofFloats(1, 2, 3, 4, 5), ElementType.FLOAT32);
    run(text, new Argument.Word(5), view);
    assertThatThrownBy(() -> run(text, new Argument.Word(4), view))
        .isInstanceOf(InternalCompilerException.class)
        .hasMessage("kernel 'k': load of 'x' at 4, extent 4");
    assertThatThrownBy(() -> run(text, new Argument.Word(6), view))
        .isInstanceOf(InternalCompilerException.class)
        .hasMessage("kernel 'k': extent of 'x' is 6, passed 5");
  }

  @Test
  void refusesReadsOfMemoryNeverWritten() {
    KernelStorage memory = KernelStorage.uninitialised(8);
    assertThatThrownBy(() ->
            run(
                "entry kernel k(n: scalar, x: read_write f32[n]) {"
                    + " store x[0] = 1.0:f32 let a = load(x[0], f32x2) }",
                new Argument.Word(2),
                KernelStep.view(memory, ElementType.FLOAT32)))
        .hasMessage("kernel 'k': load of 'x' at 1: never written");
  }

  @Test
  void shiftsAndShrinksBuffersOfCalls() {
    String text =
        "internal kernel f(n: scalar, x: read_write i32[n]) {"
            + " for i = 0 to n step 1 { store x[i] = (load(x[i], i32) + 1:i32) } }\n"
            + "entry kernel k(n: scalar, x: read_write i32[n]) { call f((n - %d), &x[1]) }";
    byte[] content = {1, 0, 0, 0, 2, 0, 0, 0};
    KernelStorage memory = KernelStorage.of(content);
    Argument[] arguments = {new Argument.Word(2), KernelStep.view(memory, ElementType.INT32)};
    run(text.formatted(1), arguments);
    assertThat(memory.bytes()).containsExactly(1, 0, 0, 0, 3, 0, 0, 0);
    assertThatThrownBy(() -> run(text.formatted(0), arguments))
        .hasMessage("kernel 'f': extent of 'x' is 2, passed 1");
  }

  @Test
  void reportsFailedRequirements() {
    assertThat(
            run(
                "entry kernel k(n: scalar) { require (n < 3) else n require (n < 9) else 1 }",
                new Argument.Word(5)))
        .containsExactly(new KernelStep.Failure("k", 5));
  }

  @Test
  void runsEveryTaskOfAStep() {
    KernelStorage memory = KernelStorage.uninitialised(4 * 2 * 5 * 7);
    String text =
        "entry kernel k(n: scalar, y: write i32[n]) {"
            + " for i = @row to (@row + @rows) step 1 {"
            + " for j = @column to (@column + @columns) step 1 {"
            + " store y[((((@outer * 5) + i) * 7) + j)] = convert(i32, i) } } }";
    KernelStep.Stage stage =
        new KernelStep.Stage(
            "k", List.of(new Argument.Word(70), KernelStep.view(memory, ElementType.INT32)), 7);
    var interpreter = new KernelInterpreter(KernelParser.parseModule(text));
    var step = new KernelStep(List.of(stage), 2, 5, 2, 7, 3);
    assertThat(step.tasks()).hasSize(18);
    KernelStep.Report report = interpreter.run(step);
    assertThat(report.races()).isEmpty();
    assertThat(memory.isInitialised(0, 280)).isTrue();
    assertThat(memory.read(ElementType.INT32, 4 * 69)).isEqualTo(4);
  }

  @Test
  void findsRacesBetweenTasks() {
    assertThat(races("store y[(@row / 2)] = 1.0:f32"))
        .containsExactly(
            new KernelStep.Race("k", "y", 0, 0, 1), new KernelStep.Race("k", "y", 1, 2, 3));
    assertThat(races("store y[@row] = load(y[((@row + 3) % 4)], f32)"))
        .contains(new KernelStep.Race("k", "y", 0, 0, 1));
    assertThat(races("let a = load(y[0], f32) if (@row == 3) { store y[0] = a }")).isNotEmpty();
    assertThat(races("store y[@row] = load(y[@row], f32)")).isEmpty();
    assertThat(races("let a = load(y[0], f32)")).isEmpty();
  }

  private static List<KernelStep.Race> races(String statements) {
    String text = "entry kernel k(n: scalar, y: read_write f32[n]) { " + statements + " }";
    KernelStorage memory = KernelStorage.ofFloats(1, 2, 3, 4);
    var stage =
        new KernelStep.Stage(
            "k", List.of(new Argument.Word(4), KernelStep.view(memory, ElementType.FLOAT32)), 1);
    return new KernelInterpreter(KernelParser.parseModule(text))
        .run(new KernelStep(List.of(stage), 1, 4, 1, 1, 1))
        .races();
  }

  @Test
  void forgetsScratchBetweenTasks() {
    String text =
        "entry kernel k(n: scalar, s: read_write f32[n]) {"
            + " if (@row == 0) { store s[0] = 1.0:f32 } let a = load(s[0], f32)"
            + " require (in_scratch(s) == 1) else 0 }";
    var stage =
        new KernelStep.Stage(
            "k",
            List.of(
                new Argument.Word(1),
                KernelStep.view(KernelStorage.scratch(4), ElementType.FLOAT32)),
            1);
    var interpreter = new KernelInterpreter(KernelParser.parseModule(text));
    assertThat(interpreter.run(new KernelStep(List.of(stage), 1, 1, 1, 1, 1)).failures()).isEmpty();
    var twoTasks = new KernelStep(List.of(stage), 1, 2, 1, 1, 1);
    assertThatThrownBy(() -> interpreter.run(twoTasks))
        .hasMessage("kernel 'k': load of 's' at 0: never written");
  }

  @Test
  void runsRandomKernelsWithoutFaults() {
    RandomGenerator random = Seed.generator();
    for (int i = 0; i < 500; i++) {
      RandomKernel kernel = RandomKernels.generate(random);
      KernelStep.Report report = new KernelInterpreter(kernel.module()).run(kernel.step());
      assertThat(report.races()).isEmpty();
    }
  }
}
