package dev.certosina.cli.command;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.cli.Terminal;
import dev.certosina.cli.accelerator.AcceleratorChoice;
import dev.certosina.cli.demo.Patience;
import dev.certosina.cli.dims.DimRequest;
import dev.certosina.cli.json.Json;
import dev.certosina.cli.map.CheckReport;
import dev.certosina.cli.map.MapDocument;
import dev.certosina.cli.map.MapListing;
import dev.certosina.cli.map.MapReport;
import dev.certosina.cli.map.NativeRun;
import dev.certosina.cli.map.PageChoice;
import dev.certosina.cli.map.Subject;
import dev.certosina.compiler.mapping.EnumerateMappings;
import dev.certosina.compiler.mapping.MappingOptions;
import dev.certosina.compiler.mapping.MappingRule;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.runtime.cache.ModelCache;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Lists the mappings of an operator onto an accelerator's intrinsics.
@Command(
    name = "map",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Lists all valid mappings of an operator onto the intrinsics of an accelerator: which axes"
          + " of the operator feed which axes of the instruction.",
      "An operator is an index expression, or one of gmv gmm c1d c2d c3d t2d grp dil dep cap bcv"
          + " gfc men var scn with an optional configuration, as in c2d:5.",
    },
    footer = {
      "",
      "JSON keys: version, subject, accelerator, rule, intrinsics[name, compute{statement,"
          + " axes[name, extent, kind], tensors[name, type, dims]}, computation{as compute}, count,"
          + " mappings[text, sources, groups[intrinsicAxis, axes, extent, size, tiles, padding],"
          + " outerAxes, calls, utilization, modelMicros], rejected[reason, place, found, needed],"
          + " checks[intrinsic, text,"
          + " interpretedRuns, nativeRuns, failure].",
      "With --count: version, subject, accelerator, rule, intrinsic, count.",
      "Example: certosina map c2d:5 --accelerator nvidia-sm70 --rule match-point --count",
      "Example: certosina map 'C[m,n] += A[m,k] * B[k,n]' --sizes m=105,n=1024,k=64 --explain",
      "Example: certosina map c2d:0 --accelerator nvidia-sm70 --batch 16 --html page.html",
    })
final class MapCommand implements Callable<Integer> {
  private static final String BATCH = "batch";

  @Parameters(
      paramLabel = "EXPR|OP[:CONFIG]",
      description = "An index expression or the name of an operator.")
  private String subject = "";

  @Option(
      names = "--accelerator",
      paramLabel = "NAME|FILE.yaml",
      defaultValue = "host",
      description = "A built-in accelerator or a file (default: this machine's best).")
  private String accelerator = "host";

  @Option(
      names = "--intrinsic",
      paramLabel = "NAME",
      description = "Only this intrinsic of the accelerator.")
  private @Nullable String intrinsic;

  @Option(
      names = "--rule",
      paramLabel = "column|match-point",
      converter = MappingRuleConverter.class,
      defaultValue = "column",
      description = {
        "Which axes match: all that are correct, or those that AMOS's released code finds"
            + " (default: ${DEFAULT-VALUE})."
      })
  private MappingRule rule = MappingRule.COLUMN;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "NAME=N",
      converter = DimConverter.class,
      description = "Extents of axes or of dims (I.2=30), or sizes of the operator (C=64).")
  private List<DimRequest> sizes = new ArrayList<>();

  @Option(
      names = "--types",
      split = ",",
      paramLabel = "TENSOR=TYPE",
      converter = TypeArgument.Converter.class,
      description = "Element types, such as A=u8 (default: those of the intrinsic).")
  private List<TypeArgument> types = new ArrayList<>();

  @Option(
      names = "--batch",
      paramLabel = "N",
      description = "Batch of an operator (default: 1; open for --count without --strict).")
  private @Nullable Long batch;

  @Option(names = "--swap", description = "Operands of a commutative operation may change places.")
  private boolean swap;

  @Option(
      names = "--unit-axes",
      description = "An axis of the instruction may get an inserted axis of extent 1.")
  private boolean unitAxes;

  @Option(
      names = "--strict",
      description = "Refuse extents smaller than the instruction's instead of padding them.")
  private boolean strict;

  @Option(
      names = "--count",
      description = "Print only the number of mappings, for one intrinsic: the first that fits.")
  private boolean count;

  @Option(
      names = "--explain",
      description =
          "Print access matrices, how axes are fused, and what was rejected with its reason.")
  private boolean explain;

  @Option(
      names = "--check",
      description =
          "Execute each mapping at small sizes, as machine code too where it runs here, and compare"
              + " with the reference.")
  private boolean check;

  @Option(names = "--html", paramLabel = "FILE", description = "Write a page with drawings.")
  private @Nullable Path html;

  @Option(
      names = "--mapping",
      paramLabel = "TEXT",
      description = "The mapping to show first on the page, such as 'i<-n,q; j<-k; r<-c,r,s'.")
  private @Nullable String mapping;

  @Mixin private SeedOption seed = new SeedOption();

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException {
    Accelerator hardware = AcceleratorChoice.of(accelerator);
    Subject operator = subject();
    MappingOptions options = new MappingOptions(rule, swap, unitAxes, strict);
    if (count) {
      return count(operator, hardware, options);
    }
    List<Intrinsic> intrinsics =
        intrinsic == null
            ? hardware.intrinsics()
            : List.of(AcceleratorChoice.intrinsic(hardware, intrinsic));
    if (!check) {
      json.print(document(list(operator, hardware, intrinsics, options)));
      return 0;
    }
    var checks = new CheckReport(json.text(), json.progress());
    try (var machine = new NativeRun(accelerator, hardware)) {
      machine.requireCompilable(ModelCache.folder(Options.builder().build()));
      MapReport report = list(operator, hardware, intrinsics, options);
      checks.run(report, machine, seed.value());
      json.print(document(report).with("checks", checks.documents()));
    }
    return checks.allAgree() ? 0 : 1;
  }

  private MapReport list(
      Subject operator, Accelerator hardware, List<Intrinsic> intrinsics, MappingOptions options)
      throws IOException {
    MapReport report = report(operator, hardware, intrinsics, options);
    if (html != null) {
      Files.writeString(html, PageChoice.page(report, Optional.ofNullable(mapping)));
    }
    new MapListing(json.text(), explain).print(report);
    return report;
  }

  private static Json.Structure document(MapReport report) {
    return MapDocument.of(report, JsonOption.document());
  }

  private MapReport report(
      Subject operator, Accelerator hardware, List<Intrinsic> intrinsics, MappingOptions options) {
    if (!Terminal.isWatched()) {
      return MapReport.of(operator, hardware, intrinsics, options);
    }
    try (Patience _ = Patience.during("choosing schedules and modelling them", json.progress())) {
      return MapReport.of(operator, hardware, intrinsics, options);
    }
  }

  private Subject subject() {
    var extents = new LinkedHashMap<String, Long>();
    for (DimRequest size : sizes) {
      if (extents.put(size.name(), size.extents().getFirst()) != null) {
        throw new ModelException(
            "--sizes: found '%s' twice, needed it once".formatted(size.name()));
      }
    }
    var elements = new LinkedHashMap<String, ElementType>();
    for (TypeArgument type : types) {
      if (elements.put(type.tensor(), type.type()) != null) {
        throw new ModelException(
            "--types: found '%s' twice, needed it once".formatted(type.tensor()));
      }
    }
    // Strict mappings depend on the batch; their number is that of one sample unless told.
    boolean isOpen = batch == null && count && !strict;
    Dim samples = isOpen ? Dims.symbol(BATCH) : Dims.constant(batch == null ? 1 : batch);
    return Subject.of(subject, extents, elements, samples);
  }

  private int count(Subject operator, Accelerator hardware, MappingOptions options) {
    Intrinsic one =
        intrinsic == null
            ? operator.firstFitting(hardware)
            : AcceleratorChoice.intrinsic(hardware, intrinsic);
    long mappings = EnumerateMappings.count(operator.computation(one), one, options);
    json.text().println(mappings);
    json.print(
        JsonOption.document()
            .with("subject", operator.name())
            .with("accelerator", hardware.name())
            .with("rule", rule.text())
            .with("intrinsic", one.name())
            .with("count", mappings));
    return 0;
  }
}
