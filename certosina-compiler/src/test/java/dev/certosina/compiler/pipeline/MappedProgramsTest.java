package dev.certosina.compiler.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.compiler.mapping.EnumerateMappings;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingOptions;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.OperatorOptions;
import dev.certosina.compiler.mapping.operators.Operators;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgramInterpreter;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.CpuFeatures;
import dev.certosina.testkit.ProgramText;
import dev.certosina.testkit.Seed;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole programs in which one expression is computed by a mapped instruction.
class MappedProgramsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"c2d", "t2d", "var"})
  void agreeWithTheInterpreter(String name) {
    requireHost();
    Random random = new Random(Seed.value());
    Operator operator = Operators.find(name);
    for (Operator.Configuration sample : operator.samples()) {
      TensorProgram program = operator.program(sample, OperatorOptions.DEFAULT);
      Computation computation = operator.computation(sample, OperatorOptions.DEFAULT);
      Map<String, NestChoice> choices =
          Map.of(computation.destination().name(), choice(computation, random));
      compare(program, choices, random);
    }
  }

  /// A product between stages of other kinds: its operands and its result live in the arena.
  @Test
  void keepWhatStandsAroundTheMappedExpression() {
    requireHost();
    Random random = new Random(Seed.value());
    TensorProgram program =
        ProgramText.parse(
            """
            tensor x: f32[6, 10]
            tensor w: f32[10, 21]
            tensor b: f32[21]
            tensor h: f32[6, 10]
            tensor t: f32[6, 21]
            tensor y: f32[6, 21]
            input x
            input w
            input b
            output y
            compute a (m < 6, k < 10)
              h[m, k] = (x[m, k] + x[m, k])
            compute p (m < 6, n < 21; k < 10)
              t[m, n] sum= (h[m, k] * w[k, n])
            compute q (m < 6, n < 21)
              y[m, n] = (t[m, n] + b[n])
            """);
    Computation product =
        new dev.certosina.compiler.texpr.ComputationBuilder(
                "p",
                dev.certosina.compiler.affine.IndexStatementParser.parse(
                    "t[m,n] += h[m,k] * w[k,n]"))
            .extent("m", 6)
            .extent("n", 21)
            .extent("k", 10)
            .build();
    compare(program, Map.of("p", choice(product, random)), random);
    assertThatThrownBy(() -> compare(program, Map.of("q", choice(product, random)), random))
        .isInstanceOf(ModelException.class)
        .hasMessage("mapping of 'q': found no expression of that name that reduces");
  }

  private static void requireHost() {
    assumeTrue(
        Targets.X86_64_V4.runsOn(CpuFeatures.flags()),
        () -> "this processor cannot run " + Targets.X86_64_V4);
  }

  private static NestChoice choice(Computation computation, Random random) {
    Intrinsic intrinsic =
        Accelerators.find("x86-avx512").intrinsic("fma_broadcast_f32").orElseThrow();
    List<Mapping> mappings =
        EnumerateMappings.of(
                computation, intrinsic, MappingOptions.DEFAULT.withUnitAxes(true).withSwap(true))
            .accepted();
    Placements placements = Placements.of(mappings.get(random.nextInt(mappings.size())));
    List<List<Placement>> all = placements.combinations();
    List<Placement> chosen = all.get(random.nextInt(all.size()));
    PhysicalMapping mapping = placements.map(chosen);
    return new NestChoice(mapping, new RandomSchedules(random).next(mapping, chosen));
  }

  private void compare(TensorProgram program, Map<String, NestChoice> choices, Random random) {
    Map<String, TensorValue> values = new LinkedHashMap<>();
    for (String input : program.inputs()) {
      values.put(input, draw(program, input, random));
    }
    String last = Objects.requireNonNull(program.inputs().getLast());
    Map<String, TensorValue> constants =
        random.nextBoolean() ? Map.of(last, Objects.requireNonNull(values.get(last))) : Map.of();
    Path file = folder.resolve("program.cex");
    CompileOptions options =
        new CompileOptions(
            List.of(Targets.X86_64_V4), random.nextBoolean(), CompiledProgram.LIBRARY);
    new CompileComputation(options).compile(program, choices, constants, file);
    Map<String, Tensor> request = new LinkedHashMap<>();
    values.forEach((name, value) -> {
      if (!constants.containsKey(name)) {
        long[] shape = value.shape().stream().mapToLong(Long::longValue).toArray();
        request.put(name, Tensor.of(value.data(), value.type(), shape));
      }
    });
    List<TensorValue> expected = TensorProgramInterpreter.run(program, values);
    Options load = Options.builder().threads(2).target(Targets.X86_64_V4.name()).build();
    try (Model model = Executable.load(file, load);
        Session session = model.newSession()) {
      Map<String, Tensor> found = session.run(request);
      for (int i = 0; i < expected.size(); i++) {
        String output = program.outputs().get(i);
        Tensor tensor = Objects.requireNonNull(found.get(output));
        assertThat(ProgramValues.difference(ProgramValues.of(tensor), expected.get(i), 1e-5))
            .as("%s of %s", output, choices)
            .isEmpty();
      }
    }
  }

  private static TensorValue draw(TensorProgram program, String input, Random random) {
    long[] shape =
        program.tensors().stream()
            .filter(tensor -> tensor.name().equals(input))
            .findFirst()
            .orElseThrow()
            .shape()
            .stream()
            .mapToLong(dim -> Dims.constantValue(dim).orElseThrow())
            .toArray();
    float[] data = new float[(int) java.util.Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    for (int i = 0; i < data.length; i++) {
      data[i] = random.nextFloat(-1, 1);
    }
    return TensorValue.ofFloats(data, shape);
  }
}
