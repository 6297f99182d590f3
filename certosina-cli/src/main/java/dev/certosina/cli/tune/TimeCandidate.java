package dev.certosina.cli.tune;

import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.cli.accelerator.AcceleratorChoice;
import dev.certosina.cli.tensor.Fill;
import dev.certosina.cli.trial.ComputationText;
import dev.certosina.cli.trial.TrialTask;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.pipeline.CompileComputation;
import dev.certosina.compiler.pipeline.CompileOptions;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.search.Candidate;
import dev.certosina.compiler.search.CandidateText;
import dev.certosina.compiler.search.Extents;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Compiles one candidate, compares its result with a reference and times it; in a child process,
/// because generated code may crash or hang.
public final class TimeCandidate implements TrialTask {
  /// A sample is at least this long, so that the clock and the call count for little.
  private static final long SAMPLE_NANOS = 300_000;

  private static final int MOST_SAMPLES = 15;
  private static final int FEWEST_SAMPLES = 3;

  /// A run that is longer is timed once: such a candidate is nobody's winner.
  private static final long SLOW_NANOS = 100_000_000;

  /// Operands and expected values of the computation that this process timed last. Only a saving: a
  /// new process makes them again.
  private static @Nullable Prepared prepared;

  /// @param lines the computation's text
  private record Prepared(
      List<String> lines,
      Computation computation,
      Map<String, Tensor> tensors,
      SampledReference reference) {}

  /// @param accelerators names or files
  /// @param candidate its text
  /// @param target the canonical name
  /// @param cacheFolder where native libraries are unpacked
  /// @param budgetNanos how long it is timed, roughly
  record Request(
      Computation computation,
      List<String> accelerators,
      String candidate,
      String target,
      int threads,
      String cacheFolder,
      long budgetNanos) {

    List<String> toArguments() {
      List<String> arguments = new ArrayList<>();
      arguments.add(candidate);
      arguments.add(target);
      arguments.add(Integer.toString(threads));
      arguments.add(cacheFolder);
      arguments.add(Long.toString(budgetNanos));
      arguments.add(String.join(",", accelerators));
      arguments.addAll(ComputationText.print(computation));
      return arguments;
    }
  }

  /// @return the median time in microseconds
  @Override
  public List<String> run(List<String> arguments) throws IOException {
    Prepared problem = prepare(arguments.subList(6, arguments.size()));
    Candidate candidate =
        CandidateText.parse(
            arguments.get(0),
            problem.computation(),
            Arrays.stream(arguments.get(5).split(",")).map(AcceleratorChoice::of).toList());
    Options options =
        Options.builder()
            .target(arguments.get(1))
            .threads(Integer.parseInt(arguments.get(2)))
            .cacheFolder(Path.of(arguments.get(3)))
            .build();
    Path file = Files.createTempFile("certosina-trial", ".executable");
    try {
      compile(candidate, problem, options, file);
      try (Model model = Executable.load(file, options);
          Session session = model.newSession()) {
        Map<String, Tensor> inputs = new LinkedHashMap<>(problem.tensors());
        problem.computation().constants().forEach(inputs::remove);
        return List.of(
            Double.toString(measure(session, inputs, problem, Long.parseLong(arguments.get(4)))));
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void compile(
      Candidate candidate, Prepared problem, Options options, Path executable) {
    Map<String, TensorValue> constants = new LinkedHashMap<>();
    for (String name : problem.computation().constants()) {
      Tensor tensor = problem.tensors().get(name);
      if (tensor != null) {
        constants.put(
            name,
            new TensorValue(
                tensor.type(),
                java.util.Arrays.stream(tensor.shape()).boxed().toList(),
                tensor.data()));
      }
    }
    var physical = Placements.of(candidate.mapping()).map(candidate.schedule().placements());
    new CompileComputation(CompileOptions.of(options))
        .compile(new NestChoice(physical, candidate.schedule()), constants, executable);
  }

  /// The median time of one run in microseconds.
  private static double measure(
      Session session, Map<String, Tensor> inputs, Prepared problem, long budgetNanos) {
    Map<String, Tensor> outputs = session.run(inputs);
    String destination = problem.computation().destination().name();
    Tensor result = java.util.Objects.requireNonNull(outputs.get(destination));
    Optional<String> complaint = problem.reference().complaint(result);
    if (complaint.isPresent()) {
      throw new ModelException(complaint.get());
    }
    long once = Math.max(1, sample(session, inputs, outputs, 1));
    if (once > SLOW_NANOS) {
      return once / 1000.0;
    }
    int runs = Math.clamp(SAMPLE_NANOS / once, 1, 10_000);
    List<Double> samples = new ArrayList<>();
    long start = System.nanoTime();
    while (samples.size() < FEWEST_SAMPLES
        || (samples.size() < MOST_SAMPLES && System.nanoTime() - start < budgetNanos)) {
      samples.add((double) sample(session, inputs, outputs, runs) / runs);
    }
    samples.sort(Double::compare);
    return samples.get(samples.size() / 2) / 1000;
  }

  private static long sample(
      Session session, Map<String, Tensor> inputs, Map<String, Tensor> outputs, int runs) {
    long start = System.nanoTime();
    for (int i = 0; i < runs; i++) {
      session.run(inputs, outputs);
    }
    return System.nanoTime() - start;
  }

  private static Prepared prepare(List<String> lines) {
    Prepared known = prepared;
    if (known != null && known.lines().equals(lines)) {
      return known;
    }
    Computation computation = ComputationText.parse(lines);
    var fill = new Fill(0, Map.of());
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (TensorExpr.Tensor tensor : computation.tensors()) {
      if (!tensor.equals(computation.destination())) {
        long[] shape = tensor.shape().stream().mapToLong(Extents::of).toArray();
        tensors.put(tensor.name(), fill.tensor(tensor.name(), tensor.type(), shape));
      }
    }
    Prepared fresh =
        new Prepared(
            List.copyOf(lines), computation, tensors, SampledReference.of(computation, tensors, 0));
    prepared = fresh;
    return fresh;
  }
}
