package dev.certosina.cli.command;

import static java.util.Objects.requireNonNull;

import dev.certosina.Options;
import dev.certosina.cli.tune.TuneRun;
import dev.certosina.cli.tune.TuneRun.Request;
import dev.certosina.compiler.mapping.operators.Layout;
import dev.certosina.runtime.cache.ModelCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Explores mappings and schedules of operators by measuring them.
@Command(
    name = "tune",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Looks for the fastest mapping and schedule of operators on this machine. Every trial is"
          + " logged in the cache folder; a search that was interrupted goes on where it was, and"
          + " one whose budget was spent before is answered from the log.",
      "",
      "With --model-accuracy: measures uniformly drawn candidates of each operator and says how"
          + " well the performance model orders them: the share of pairs in the right order, the"
          + " diagonal not counted, and how much of the true fastest 40 %% the model's contain."
          + " Operators named by --fit are used to fit the model's coefficients first and are left"
          + " out of the result.",
      "",
      "With --fixed-mappings: compares the explored mapping of convolutions with two fixed ones,"
          + " im2col (all pixels in one axis) and fuse_hw (height and width in one axis), each"
          + " searched with the same budget, and times the winners in turns.",
    },
    footer = {
      "",
      "JSON keys: version, target, threads, processor, batch, layout, and one of:",
      "  operators[name, bestMicros, shareOfPeak, trials, failures, modelMicros, modelBound,"
          + " mapping, candidate, reorderedMicros, mappings[mapping, bestMicros]];",
      "  accuracy[name, candidates, pairwise, recall], pairwise, recall, coefficients;",
      "  comparison[name, exploredMicros, im2colMicros, fuseHwMicros, gain, mapping], geomeanGain.",
      "Example: certosina tune c2d:5 gmm --budget 60s",
      "Example: certosina tune c2d --model-accuracy --fit c2d:1,c2d:5,gmm:2",
      "Example: certosina tune c2d --fixed-mappings --batch 16 --budget 12m",
    })
final class TuneCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "OP[:CONFIG]",
      arity = "0..*",
      description = {
        "Operators, with one or all of their configurations: gmv gmm c1d c2d c3d t2d grp dil dep"
            + " cap bcv gfc men var scn (default: all)."
      })
  private List<String> operators = new ArrayList<>();

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "1",
      description = "Samples in a batch (default: ${DEFAULT-VALUE}).")
  private long batch = 1;

  @Option(
      names = "--layout",
      paramLabel = "L",
      defaultValue = "channels_last",
      description = "Of images: channels_first or channels_last (default: ${DEFAULT-VALUE}).")
  private Layout layout = Layout.CHANNELS_LAST;

  @Option(
      names = "--budget",
      paramLabel = "T",
      converter = DurationConverter.class,
      description = "Time for the whole command, for example 30s or 5m (default: 4s an operator).")
  private @Nullable Duration budget;

  @Mixin private SeedOption seed = new SeedOption();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Threads that a candidate runs on (default: ${DEFAULT-VALUE}).")
  private int threads = 1;

  @Option(
      names = "--accelerator",
      split = ",",
      paramLabel = "NAME|FILE.yaml",
      defaultValue = "host",
      description = "Whose instructions are used; host stands for the best that this machine has.")
  private List<String> accelerators = new ArrayList<>();

  @Mixin private CacheOption cache = new CacheOption();

  @Option(names = "--model-accuracy", description = "Judge the performance model, see above.")
  private boolean modelAccuracy;

  @Option(
      names = "--candidates",
      paramLabel = "N",
      defaultValue = "100",
      description = "Of each operator, for --model-accuracy (default: ${DEFAULT-VALUE}).")
  private int candidates = 100;

  @Option(
      names = "--fit",
      split = ",",
      paramLabel = "OP:CONFIG",
      description = "Operators to fit the model on, for --model-accuracy.")
  private List<String> fit = new ArrayList<>();

  @Option(names = "--fixed-mappings", description = "Compare with fixed mappings, see above.")
  private boolean fixedMappings;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    if (modelAccuracy && fixedMappings) {
      throw new ParameterException(
          requireNonNull(spec).commandLine(), "--model-accuracy excludes --fixed-mappings");
    }
    var request =
        new Request(
            operators,
            batch,
            layout,
            budget,
            seed.value(),
            threads,
            accelerators,
            ModelCache.folder(cache.applyTo(Options.builder()).build()),
            candidates,
            fit);
    try (var run = new TuneRun(request, json.text(), json.progress())) {
      run.requireCompilable();
      json.print(
          modelAccuracy
              ? run.accuracy(JsonOption.document())
              : fixedMappings
                  ? run.fixedMappings(JsonOption.document())
                  : run.tune(JsonOption.document()));
      return 0;
    }
  }
}
