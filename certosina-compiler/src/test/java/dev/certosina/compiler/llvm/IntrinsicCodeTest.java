package dev.certosina.compiler.llvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.ModelException;
import dev.certosina.compiler.kernel.IntrinsicTypes;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelVerifier;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.testkit.InvokingKernels;
import dev.certosina.testkit.SampleIntrinsics;
import dev.certosina.testkit.Seed;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IntrinsicCodeTest {

  static Stream<Arguments> instructions() {
    return TestTargets.ALL.stream()
        .flatMap(target ->
            Stream.of(4, 16, 12)
                .flatMap(lanes ->
                    Stream.of(
                        SampleIntrinsics.fmaBroadcast(lanes), SampleIntrinsics.fmaLanes(lanes)))
                .map(intrinsic -> Arguments.of(target, intrinsic)));
  }

  @ParameterizedTest
  @MethodSource("instructions")
  void givesTheInterpretersBits(Target target, Intrinsic intrinsic) {
    KernelModule module = module(intrinsic);
    KernelVerifier.requireValid(module);
    MachineCode code = TestTargets.COMPILER.compile(module, target, false);
    TestTargets.requireHost(target);
    RandomGenerator random = Seed.generator();
    KernelStep step =
        InvokingKernels.step(
            "k",
            intrinsic,
            i -> {
              ElementType type = IntrinsicTypes.operands(intrinsic).get(i).element();
              int elements = InvokingKernels.elements(intrinsic, i);
              return OperandValues.storage(type, elements, true, random);
            });
    Differential.check(module, code, new Differential.Case(intrinsic.name(), step), 1);
  }

  @Test
  void handsNarrowFloatsOverAsSuch() {
    Intrinsic dot =
        SampleIntrinsics.sum(
            "dot_bf16",
            Map.of("i", 16, "r", 2),
            List.of("f32 i", "bf16 i r", "bf16 i r"),
            List.of(),
            List.of(
                "{result} = call <16 x float> @llvm.x86.avx512bf16.dpbf16ps.512("
                    + "<16 x float> {D}, <32 x bfloat> {A}, <32 x bfloat> {B})"),
            List.of(
                "declare <16 x float> @llvm.x86.avx512bf16.dpbf16ps.512("
                    + "<16 x float>, <32 x bfloat>, <32 x bfloat>)"));
    Target target = Targets.parse("x86-64-v4+bf16", Set.of()).getFirst();
    assertThat(TestTargets.COMPILER.assembly(module(dot), target, false)).contains("vdpbf16ps");
  }

  @Test
  void keepsDeclarationsApartByName() {
    KernelModule module =
        new KernelModule(
            List.of(
                InvokingKernels.kernel("k1", SampleIntrinsics.fmaBroadcast(8)),
                InvokingKernels.kernel("k2", SampleIntrinsics.fmaLanes(8))));
    String text = LlvmEmitter.emit(module, Targets.X86_64_V3, false);
    assertThat(
            text.lines()
                .filter(line -> line.contains("@llvm.fma.v8f32(") && line.startsWith("declare")))
        .hasSize(1);
  }

  @Test
  void refusesNamesWithoutValue() {
    assertThatThrownBy(() -> emit("{x} = fadd float {D}, {A}", "{result} = fmul float {y}, {x}"))
        .isInstanceOf(ModelException.class)
        .hasMessage(
            "instruction 'bad': emission line 2: {y} has no value; needed one of [D, A, B, x]");
    assertThatThrownBy(() -> emit("{A} = fadd float {D}, {D}"))
        .isInstanceOf(ModelException.class)
        .hasMessage("instruction 'bad': emission line 1: {A} is defined twice");
    assertThatThrownBy(() -> emit("{x} = fadd float {D}, {D}"))
        .isInstanceOf(ModelException.class)
        .hasMessage("instruction 'bad': emission line 1: {result} has no value");
  }

  @Test
  void refusesResultsOfAnotherType() {
    KernelModule module = bad("{result} = fptosi float {D} to i32");
    assertThatThrownBy(() -> TestTargets.COMPILER.compile(module, Targets.X86_64_V3, false))
        .isInstanceOf(InternalCompilerException.class)
        .hasMessageContaining("parsing LLVM IR");
  }

  private static String emit(String... body) {
    return LlvmEmitter.emit(bad(body), Targets.X86_64_V3, false);
  }

  private static KernelModule bad(String... body) {
    return module(
        SampleIntrinsics.sum(
            "bad", Map.of(), List.of("f32", "f32", "f32"), List.of(), List.of(body), List.of()));
  }

  private static KernelModule module(Intrinsic intrinsic) {
    return new KernelModule(List.of(InvokingKernels.kernel("k", intrinsic)));
  }
}
