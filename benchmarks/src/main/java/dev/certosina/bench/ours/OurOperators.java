package dev.certosina.bench.ours;

import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.Options;
import dev.certosina.cli.tune.TunedCandidates;
import dev.certosina.cli.tune.TunedCandidates.Choice;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.compiler.mapping.operators.OperatorOptions;
import dev.certosina.compiler.mapping.operators.PhaseDecomposition;
import dev.certosina.compiler.pipeline.CompileComputation;
import dev.certosina.compiler.pipeline.CompileOptions;
import dev.certosina.compiler.pipeline.CompileProgram;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.search.Candidate;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.PreparedOperator;
import dev.certosina.runtime.dim.Dims;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Compiles operators, with weights known ahead of time where they are constant, and makes them
/// ready to run.
///
/// An operator is its main computation under the mapping and schedule that tuning records or the
/// default choose; `t2d` is one computation for each residue of the output's position. What is no
/// matrix product by nature (`men`, `var`, `scn`) goes through the phases of a model, which have no
/// schedule to tune.
public final class OurOperators {
  private final CompileOptions options;
  private final TunedCandidates candidates;
  private final int threads;
  private final Path folder;

  /// @param candidates for `threads` threads
  /// @param folder where executables may be written
  public OurOperators(
      CompileOptions options, TunedCandidates candidates, int threads, Path folder) {
    this.options = options;
    this.candidates = candidates;
    this.threads = threads;
    this.folder = folder;
  }

  /// An operator ready to run.
  ///
  /// @param tuned whether its schedule comes from tuning records
  public record Ours(PreparedOperator operator, boolean tuned) {}

  /// What an operator is compiled to, step by step.
  private record Steps(List<Model> models, Set<String> formulas, boolean tuned) {}

  /// @throws dev.certosina.ModelException where the compiler refuses the operator
  public Ours prepare(
      Operator operator, Configuration configuration, OperatorBinding binding, Operands operands) {
    OperatorOptions wanted = OperatorOptions.DEFAULT.withLayout(binding.layout());
    TensorProgram program = operator.program(configuration, wanted);
    Computation main = operator.computation(configuration, wanted);
    Map<String, TensorValue> constants = constants(program, main, binding, operands);
    Optional<PhaseDecomposition> phases = operator.phases(configuration, wanted);
    String label = configuration.label();
    Optional<TensorProgram> direct = operator.direct(configuration, wanted);
    Steps steps;
    if (direct.isPresent()) {
      steps = wholeProgram(label, direct.get());
    } else if (phases.isPresent()) {
      steps = phases(label, phases.get(), constants);
    } else {
      steps = parts(label, List.of(main), constants);
    }
    String formula = String.join("; ", steps.formulas());
    return new Ours(CompiledOperator.of(steps.models(), binding, operands, formula), steps.tuned());
  }

  private Steps phases(
      String label, PhaseDecomposition phases, Map<String, TensorValue> constants) {
    Steps steps = parts(label, phases.parts(), constants);
    if (phases.zeros().isEmpty()) {
      return steps;
    }
    var models = new ArrayList<>(steps.models());
    Computation part = phases.parts().getFirst();
    models.addFirst(load(label, TensorPrograms.zeros(part.destination())));
    var formulas = new LinkedHashSet<String>(List.of("zeros"));
    formulas.addAll(steps.formulas());
    return new Steps(models, formulas, steps.tuned());
  }

  private Steps parts(String label, List<Computation> parts, Map<String, TensorValue> constants) {
    var models = new ArrayList<Model>();
    var formulas = new LinkedHashSet<String>();
    boolean tuned = true;
    for (Computation part : parts) {
      Optional<Choice> choice = candidates.choose(part);
      if (choice.isEmpty()) {
        TensorProgram program = TensorPrograms.of(part);
        models.add(load(label, TensorPrograms.withConstants(program, constants)));
        formulas.add("no mapping");
        tuned = false;
      } else {
        Path file = executable(label);
        compile(choice.get(), known(part, constants), file);
        models.add(load(file));
        formulas.add(formula(choice.get()));
        tuned &= choice.get().isTuned();
      }
    }
    return new Steps(models, formulas, tuned);
  }

  private void compile(Choice choice, Map<String, TensorValue> constants, Path file) {
    Candidate candidate = choice.candidate();
    var nest = new NestChoice(choice.space().physical(candidate), candidate.schedule());
    new CompileComputation(options).compile(nest, constants, file);
  }

  private static String formula(Choice choice) {
    Mapping mapping = choice.candidate().mapping();
    return "%s with %s".formatted(mapping.intrinsic().name(), MappingText.print(mapping));
  }

  private Steps wholeProgram(String label, TensorProgram program) {
    return new Steps(
        List.of(load(label, program)), Set.of("sums along rows, by the phases of a model"), false);
  }

  private Model load(String label, TensorProgram program) {
    Path file = executable(label);
    new CompileProgram(options).compile(label, program, file);
    return load(file);
  }

  private Model load(Path file) {
    return Executable.load(file, Options.builder().threads(threads).build());
  }

  private Path executable(String label) {
    return folder.resolve(label.replaceAll("\\W", "-") + ".exe");
  }

  private static Map<String, TensorValue> known(
      Computation part, Map<String, TensorValue> constants) {
    var known = new TreeMap<String, TensorValue>();
    part.constants()
        .forEach(name ->
            Optional.ofNullable(constants.get(name)).ifPresent(value -> known.put(name, value)));
    return known;
  }

  /// What is known ahead of time: the operator's own constants and constant weights.
  private static Map<String, TensorValue> constants(
      TensorProgram program, Computation main, OperatorBinding binding, Operands operands) {
    var constants = new LinkedHashMap<String, TensorValue>();
    program
        .constants()
        .forEach(constant -> constants.put(constant.tensor(), TensorValue.of(constant.value())));
    String right = binding.right().tensor();
    if (main.constants().contains(right)) {
      long[] shape =
          main.tensor(right).shape().stream()
              .mapToLong(dim -> Dims.constantValue(dim).orElseThrow())
              .toArray();
      float[] data = binding.right().toOurs(operands.right());
      constants.put(right, TensorValue.ofFloats(data, shape));
    }
    return constants;
  }
}
