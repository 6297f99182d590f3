package dev.certosina.compiler.llvm;

import static dev.certosina.compiler.kernel.KernelBuilder.bufferArgument;
import static dev.certosina.compiler.kernel.KernelBuilder.scalarArgument;
import static dev.certosina.compiler.kernel.KernelExprs.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.compiler.kernel.KernelStep.Stage;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.compiler.target.Target;
import dev.certosina.runtime.exec.NativeAbi;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Planted accesses outside a buffer: checked code reports them, skips them and goes on.
class CheckedKernelsTest {
  private static final Type SCALAR = Type.scalar(ElementType.FLOAT32);
  private static final Type VECTOR = new Type(ElementType.FLOAT32, 8);
  private static final int EXTENT = 20;
  private static final float BEFORE = 3;
  private static final float WRITTEN = 7;

  static Stream<Target> targets() {
    return TestTargets.ALL.stream();
  }

  /// What a run left: the error block, and whether memory outside the buffers is untouched.
  private record Outcome(long code, long kernel, long detail, KernelStorage y, boolean guardsHold) {
    float y(int i) {
      return y.floats()[i];
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void acceptFirstAndLastElement(Target target) {
    Outcome outcome =
        run(
            target,
            (b, at) -> {
              b.store("y", index(0), load("x", VECTOR, index(EXTENT - 8)));
              b.store("y", index(EXTENT - 8), load("x", VECTOR, index(0)));
            },
            0);
    assertThat(outcome.code()).isZero();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void reportLoadBehindEnd(Target target) {
    Outcome outcome = run(target, (b, at) -> b.store("y", index(1), load("x", SCALAR, at)), EXTENT);
    assertReported(outcome, EXTENT);
    assertThat(outcome.y(1)).isZero();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void reportLoadBeforeStart(Target target) {
    assertReported(run(target, (b, at) -> b.store("y", index(0), load("x", VECTOR, at)), -1), -1);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void reportLoadFarAway(Target target) {
    long far = Long.MAX_VALUE - 3;
    assertReported(run(target, (b, at) -> b.store("y", index(0), load("x", VECTOR, at)), far), far);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void reportVectorStoreThatCrossesEnd(Target target) {
    Outcome outcome = run(target, (b, at) -> b.store("y", at, constant(VECTOR, WRITTEN)), 13);
    assertReported(outcome, 13);
    assertThat(outcome.y(13)).isEqualTo(BEFORE);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void countOnlyLanesThatMaskTouches(Target target) {
    BiConsumer<KernelBuilder, Expr> tail =
        (b, at) -> {
          Expr mask = less(iota(new Type(ElementType.INT32, 8)), constant(INT32, 7));
          b.store("y", at, constant(VECTOR, WRITTEN), mask);
        };
    Outcome inside = run(target, tail, 13);
    assertThat(inside.code()).isZero();
    assertThat(inside.y(13)).isEqualTo(WRITTEN);
    assertThat(inside.y(19)).isEqualTo(WRITTEN);
    assertReported(run(target, tail, 14), 14);
  }

  private static final Type INT32 = Type.scalar(ElementType.INT32);

  @ParameterizedTest
  @MethodSource("targets")
  void followBufferIntoCallee(Target target) {
    BiConsumer<KernelBuilder, Expr> call =
        (b, at) ->
            b.call("callee", List.of(scalarArgument(index(EXTENT)), bufferArgument("y", at)));
    assertThat(run(target, call, EXTENT - 1).code()).isZero();
    Outcome outside = run(target, call, EXTENT);
    assertThat(outside.code()).isEqualTo(NativeAbi.ERROR_BOUNDS);
    assertThat(outside.kernel()).isZero();
    assertThat(outside.detail()).isZero();
    assertThat(outside.guardsHold()).isTrue();
    assertThat(run(target, call, -1).code()).isEqualTo(NativeAbi.ERROR_BOUNDS);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void keepFirstReport(Target target) {
    Outcome outcome =
        run(
            target,
            (b, at) -> {
              b.require(equal(at, index(0)), index(42));
              b.store("y", at, constant(SCALAR, WRITTEN));
            },
            EXTENT);
    assertThat(outcome.code()).isEqualTo(NativeAbi.ERROR_INDEX);
    assertThat(outcome.detail()).isEqualTo(42);
    assertThat(outcome.guardsHold()).isTrue();
  }

  private static void assertReported(Outcome outcome, long index) {
    assertThat(outcome.code()).isEqualTo(NativeAbi.ERROR_BOUNDS);
    assertThat(outcome.kernel()).isEqualTo(1);
    assertThat(outcome.detail()).isEqualTo(index);
    assertThat(outcome.guardsHold()).isTrue();
  }

  /// Runs a checked kernel with buffers `x` and `y` and an index that LLVM does not know.
  private static Outcome run(Target target, BiConsumer<KernelBuilder, Expr> body, long at) {
    TestTargets.requireHost(target);
    var b = new KernelBuilder("main", Linkage.ENTRY);
    Expr index = b.scalar("at");
    b.scalar("n");
    b.buffer("x", ElementType.FLOAT32, Access.READ, "n");
    b.buffer("y", ElementType.FLOAT32, Access.READ_WRITE, "n");
    body.accept(b, index);
    KernelModule module = new KernelModule(List.of(callee(), b.build()));
    KernelStorage y = filled();
    List<Argument> arguments =
        List.of(
            new Argument.Word(at),
            new Argument.Word(EXTENT),
            KernelStep.view(filled(), ElementType.FLOAT32),
            KernelStep.view(y, ElementType.FLOAT32));
    KernelStep step = new KernelStep(List.of(new Stage("main", arguments, 1)), 1, 1, 1, 1, 1);
    MachineCode code = TestTargets.COMPILER.compile(module, target, true);
    try (NativeRun run = new NativeRun(code, List.of(step))) {
      run.drive(1);
      return new Outcome(
          run.error(NativeAbi.ERROR_CODE),
          run.error(NativeAbi.ERROR_KERNEL),
          run.error(NativeAbi.ERROR_DETAIL),
          KernelStorage.of(run.bytes(y)),
          run.guardsHold());
    }
  }

  /// Writes the first element of its buffer.
  private static Kernel callee() {
    var b = new KernelBuilder("callee", Linkage.INTERNAL);
    b.scalar("n");
    b.buffer("y", ElementType.FLOAT32, Access.WRITE, "n");
    b.store("y", index(0), constant(SCALAR, WRITTEN));
    return b.build();
  }

  private static KernelStorage filled() {
    float[] values = new float[EXTENT];
    java.util.Arrays.fill(values, BEFORE);
    return KernelStorage.ofFloats(values);
  }
}
