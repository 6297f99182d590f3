package dev.certosina.cli.map;

import dev.certosina.ElementType;
import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.cli.accelerator.AcceleratorChoice;
import dev.certosina.cli.conformance.TemporaryFolder;
import dev.certosina.cli.trial.ComputationText;
import dev.certosina.cli.trial.TrialTask;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.mapping.check.Elements;
import dev.certosina.compiler.mapping.check.MappingCheck;
import dev.certosina.compiler.pipeline.CompileComputation;
import dev.certosina.compiler.pipeline.CompileOptions;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.search.Candidate;
import dev.certosina.compiler.search.CandidateText;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dims;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;

/// Compiles one candidate for this machine, runs it and compares with what the computation means.
public final class CheckMapping implements TrialTask {
  private static final String AGREES = "agrees";
  private static final String DIFFERS = "differs";

  /// @param accelerator its name, or its file
  static List<String> arguments(String accelerator, Candidate candidate, long seed) {
    var arguments = new ArrayList<String>();
    arguments.add(accelerator);
    arguments.add(CandidateText.print(candidate));
    arguments.add(Long.toString(seed));
    arguments.addAll(ComputationText.print(candidate.mapping().computation()));
    return arguments;
  }

  /// How results differ, as [#run] says it; empty if they agree.
  static Optional<String> difference(List<String> results) {
    return results.getFirst().equals(AGREES) ? Optional.empty() : Optional.of(results.getLast());
  }

  @Override
  public List<String> run(List<String> arguments) throws IOException {
    Accelerator accelerator = AcceleratorChoice.of(arguments.getFirst());
    Computation computation = ComputationText.parse(arguments.subList(3, arguments.size()));
    Candidate candidate = CandidateText.parse(arguments.get(1), computation, List.of(accelerator));
    MappingCheck check = MappingCheck.of(computation, new Random(Long.parseLong(arguments.get(2))));
    Options options =
        Options.builder().threads(1).target(Targets.of(accelerator).orElseThrow().name()).build();
    try (TemporaryFolder folder = TemporaryFolder.create("certosina-map")) {
      Path executable = folder.path().resolve("mapping");
      compile(candidate, check, CompileOptions.of(options), executable);
      Optional<String> difference =
          check.difference(execute(executable, options, check, computation));
      return difference.map(text -> List.of(DIFFERS, text)).orElse(List.of(AGREES));
    }
  }

  private static void compile(
      Candidate candidate, MappingCheck check, CompileOptions options, Path executable) {
    Computation computation = candidate.mapping().computation();
    var constants = new LinkedHashMap<String, TensorValue>();
    for (String constant : computation.constants()) {
      constants.put(constant, value(computation.tensor(constant), check));
    }
    var choice =
        new NestChoice(
            Placements.of(candidate.mapping()).map(candidate.schedule().placements()),
            candidate.schedule());
    new CompileComputation(options).compile(choice, constants, executable);
  }

  private static Elements execute(
      Path executable, Options options, MappingCheck check, Computation computation) {
    var inputs = new LinkedHashMap<String, Tensor>();
    for (TensorExpr.Tensor tensor : computation.tensors()) {
      if (check.operands().containsKey(tensor.name())
          && !computation.constants().contains(tensor.name())) {
        TensorValue value = value(tensor, check);
        long[] shape = value.shape().stream().mapToLong(Long::longValue).toArray();
        inputs.put(tensor.name(), Tensor.of(value.data(), value.type(), shape));
      }
    }
    try (Model model = Executable.load(executable, options);
        Session session = model.newSession()) {
      Map<String, Tensor> outputs = session.run(inputs);
      return elements(Objects.requireNonNull(outputs.get(computation.destination().name())));
    }
  }

  private static TensorValue value(TensorExpr.Tensor tensor, MappingCheck check) {
    Elements elements = Objects.requireNonNull(check.operands().get(tensor.name()));
    boolean isFloat = tensor.type().isFloat();
    List<Long> shape =
        tensor.shape().stream().map(dim -> Dims.constantValue(dim).orElseThrow()).toList();
    return TensorValue.filled(
        tensor.type(),
        shape,
        index -> {
          long carrier = elements.values()[index];
          return isFloat ? Double.longBitsToDouble(carrier) : carrier;
        });
  }

  private static Elements elements(Tensor tensor) {
    ElementType type = tensor.type();
    var values = new long[Math.toIntExact(tensor.elementCount())];
    for (int index = 0; index < values.length; index++) {
      values[index] =
          type.isFloat()
              ? Double.doubleToRawLongBits(
                  dev.certosina.cli.tensor.Elements.floatAt(type, tensor.data(), index))
              : dev.certosina.cli.tensor.Elements.bitsAt(type, tensor.data(), index);
    }
    return new Elements(type, values);
  }
}
