package dev.certosina.cli.tune;

import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.cli.Terminal;
import dev.certosina.cli.accelerator.AcceleratorChoice;
import dev.certosina.cli.json.Json;
import dev.certosina.cli.tune.ProcessMeasurer.MachineChoice;
import dev.certosina.compiler.mapping.operators.Layout;
import dev.certosina.compiler.search.model.CoefficientFit;
import dev.certosina.compiler.search.model.CoefficientFit.Layer;
import dev.certosina.compiler.search.model.ModelAccuracy;
import dev.certosina.compiler.search.model.ModelCoefficients;
import dev.certosina.compiler.search.model.PerformanceModel;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.runtime.exec.CpuFeatures;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One run of the command `tune`, in one of its three ways.
public final class TuneRun implements AutoCloseable {
  private static final Duration PER_OPERATOR = Duration.ofSeconds(4);
  private static final Duration TIMED = Duration.ofMillis(40);
  private static final Duration TRIAL_LIMIT = Duration.ofSeconds(10);

  private static final int FEWEST_CANDIDATES = 2;

  private final Request request;
  private final PrintWriter text;
  private final PrintWriter progress;
  private final MachineChoice machine;
  private final String processor = Processor.model();
  private final Tuner tuner;

  /// @param budget of the whole command; by default in proportion to the number of operators
  /// @param accelerators names or files; `host` for those that this machine runs
  /// @param candidates of each operator, to judge the model
  /// @param fit operators to fit the model on
  public record Request(
      List<String> operators,
      long batch,
      Layout layout,
      @Nullable Duration budget,
      long seed,
      int threads,
      List<String> accelerators,
      Path cache,
      int candidates,
      List<String> fit) {
    public Request {
      operators = List.copyOf(operators);
      accelerators = List.copyOf(accelerators);
      fit = List.copyOf(fit);
    }
  }

  /// @param text where tables go
  /// @param progress where the bar goes
  /// @throws ModelException for numbers that mean nothing and accelerators that do not run here
  /// @throws java.io.UncheckedIOException for a cache folder that cannot be made
  public TuneRun(Request request, PrintWriter text, PrintWriter progress) {
    requireNumbers(request);
    this.request = request;
    this.text = text;
    this.progress = progress;
    Target host = Targets.host(CpuFeatures.flags());
    this.machine =
        new MachineChoice(
            runnable(AcceleratorChoice.expandHost(request.accelerators()), host),
            host.name(),
            request.threads(),
            request.cache().toString(),
            TIMED,
            TRIAL_LIMIT);
    var folder = new TuningFolder(request.cache());
    folder.create();
    this.tuner = new Tuner(machine, folder, TunedCandidates.codeVersion(), processor);
  }

  private static void requireNumbers(Request request) {
    // The runtime knows how many threads there may be.
    Options.builder().threads(request.threads());
    if (request.candidates() < FEWEST_CANDIDATES) {
      throw new ModelException(
          "candidates: found %d, needed at least %d, which make a pair"
              .formatted(request.candidates(), FEWEST_CANDIDATES));
    }
  }

  private static List<String> runnable(List<String> accelerators, Target host) {
    for (String name : accelerators) {
      if (Accelerators.restrict(AcceleratorChoice.of(name), host).isEmpty()) {
        throw new ModelException(
            "%s: found no instruction that %s runs, needed at least one"
                .formatted(name, host.name()));
      }
    }
    return accelerators;
  }

  /// Compiles the templates of accelerator files from elsewhere, before trials use them.
  ///
  /// @throws ModelException for the first that cannot be compiled
  public void requireCompilable() {
    tuner.requireCompilable();
  }

  /// Tunes each operator, prints a table and returns `document` with the results.
  public Json tune(Json.Structure document) {
    List<TuneProblem> problems = problems(request.operators());
    TuningBar bar = bar(problems.size());
    var report = new TuneReport(text, request.threads());
    List<TuneResult> results = new ArrayList<>();
    report.printHeader();
    for (int i = 0; i < problems.size(); i++) {
      TuneProblem problem = problems.get(i);
      // What one operator leaves over goes to those after it.
      long nanos = Math.max(0, bar.leftNanos()) / (problems.size() - i);
      String position = "%s (%d of %d)".formatted(problem.name(), i + 1, problems.size());
      TuneResult result = tuner.tune(problem, nanos, request.seed(), trial -> bar.update(position));
      bar.clear();
      report.print(result);
      results.add(result);
    }
    report.printSummary(results);
    return head(document).with("operators", results.stream().map(report::toJson).toList());
  }

  /// Judges the performance model.
  public Json accuracy(Json.Structure document) {
    List<TuneProblem> all = problems(request.operators());
    List<TuneProblem> fitted = request.fit().isEmpty() ? List.of() : problems(request.fit());
    List<String> fittedNames = fitted.stream().map(TuneProblem::name).toList();
    List<TuneProblem> tested =
        all.stream().filter(problem -> !fittedNames.contains(problem.name())).toList();
    ModelCoefficients coefficients = ModelCoefficients.ESTIMATED;
    if (!fitted.isEmpty()) {
      List<Layer> layers = fitted.stream().map(this::measureUniform).toList();
      coefficients = CoefficientFit.fit(coefficients, layers);
      text.println("fitted on " + String.join(" ", fittedNames) + ": " + coefficients);
    }
    var model = new PerformanceModel(coefficients, request.threads());
    text.printf("%-10s %10s %9s %9s%n", "operator", "candidates", "pairwise", "recall");
    List<Json> rows = new ArrayList<>();
    double pairwise = 0;
    double recall = 0;
    for (TuneProblem problem : tested) {
      ModelAccuracy accuracy = AccuracyRun.accuracy(model, measureUniform(problem));
      pairwise += accuracy.pairwise() / tested.size();
      recall += accuracy.recall() / tested.size();
      printAccuracy(problem.name(), accuracy);
      rows.add(
          Json.object()
              .with("name", problem.name())
              .with("candidates", accuracy.candidates())
              .with("pairwise", accuracy.pairwise())
              .with("recall", accuracy.recall()));
    }
    text.printf(Locale.ROOT, "%-10s %10s %9.3f %9.3f%n", "mean", "", pairwise, recall);
    return head(document)
        .with("accuracy", rows)
        .with("pairwise", pairwise)
        .with("recall", recall)
        .with("coefficients", coefficients.toString());
  }

  /// Compares explored with fixed mappings.
  public Json fixedMappings(Json.Structure document) {
    List<TuneProblem> problems =
        problems(request.operators().isEmpty() ? List.of("c2d") : request.operators());
    TuningBar bar = bar(3 * problems.size());
    long nanos = bar.leftNanos() / (3L * problems.size());
    text.printf(
        "%-10s %12s %12s %12s %7s  %s%n",
        "operator", "explored us", "im2col us", "fuse_hw us", "gain", "explored mapping");
    List<Json> rows = new ArrayList<>();
    double logs = 0;
    int compared = 0;
    for (TuneProblem problem : problems) {
      bar.update(problem.name());
      MappingComparison row = MappingComparison.run(tuner, problem, nanos, request.seed());
      bar.clear();
      printComparison(row);
      rows.add(comparison(row));
      if (row.gain().isPresent()) {
        logs += Math.log(row.gain().getAsDouble());
        compared++;
      }
    }
    double geomean = compared == 0 ? Double.NaN : Math.exp(logs / compared);
    text.printf(Locale.ROOT, "geometric mean of gains: %.3f%n", geomean);
    return head(document).with("comparison", rows).with("geomeanGain", geomean);
  }

  private Layer measureUniform(TuneProblem problem) {
    TuningBar bar = new TuningBar(progress, Terminal.isWatched(), budget(1).toNanos());
    Layer layer =
        AccuracyRun.measure(
            tuner,
            problem,
            request.candidates(),
            request.threads(),
            request.seed(),
            done ->
                bar.update("%s: %d of %d".formatted(problem.name(), done, request.candidates())));
    bar.clear();
    return layer;
  }

  private void printAccuracy(String name, ModelAccuracy accuracy) {
    text.printf(
        Locale.ROOT,
        "%-10s %10d %9.3f %9.3f%n",
        name,
        accuracy.candidates(),
        accuracy.pairwise(),
        accuracy.recall());
    text.flush();
  }

  private void printComparison(MappingComparison row) {
    text.printf(
        Locale.ROOT,
        "%-10s %12.1f %12.1f %12.1f %7.3f  %s%n",
        row.name(),
        row.micros().getOrDefault(MappingComparison.EXPLORED, Double.NaN),
        row.micros().getOrDefault("im2col", Double.NaN),
        row.micros().getOrDefault("fuse_hw", Double.NaN),
        row.gain().orElse(Double.NaN),
        row.explored());
    text.flush();
  }

  private static Json comparison(MappingComparison row) {
    return Json.object()
        .with("name", row.name())
        .with("exploredMicros", row.micros().getOrDefault(MappingComparison.EXPLORED, Double.NaN))
        .with("im2colMicros", row.micros().getOrDefault("im2col", Double.NaN))
        .with("fuseHwMicros", row.micros().getOrDefault("fuse_hw", Double.NaN))
        .with("gain", row.gain().orElse(Double.NaN))
        .with("mapping", row.explored());
  }

  private Json.Structure head(Json.Structure document) {
    return document
        .with("target", machine.target())
        .with("threads", request.threads())
        .with("processor", processor)
        .with("batch", request.batch())
        .with("layout", request.layout().name().toLowerCase(Locale.ROOT));
  }

  private List<TuneProblem> problems(List<String> names) {
    return TuneProblem.of(names, request.batch(), request.layout());
  }

  private TuningBar bar(int searches) {
    return new TuningBar(progress, Terminal.isWatched(), budget(searches).toNanos());
  }

  private Duration budget(int searches) {
    return request.budget() == null ? PER_OPERATOR.multipliedBy(searches) : request.budget();
  }

  @Override
  public void close() {
    tuner.close();
  }
}
