package dev.certosina.cli.command;

import dev.certosina.cli.accelerator.AcceleratorChoice;
import dev.certosina.cli.json.Json;
import dev.certosina.cli.peak.AcceleratorReport;
import dev.certosina.cli.peak.MeasurePeaks;
import dev.certosina.cli.peak.MeasurePeaks.Measured;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.runtime.exec.CpuFeatures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Lists the targets that code can be generated for, and the accelerators.
@Command(
    name = "targets",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Lists the known targets and accelerators with their intrinsics, and says which of them this"
          + " machine runs.",
      "Rates are 10^9 operations per second of one core or multiprocessor, a multiply-add counting"
          + " as two: what the accelerator's file says, and what one core of this machine reached.",
    },
    footer = {
      "",
      "JSON keys: version, host, cpuFlags, targets[name, runsHere, missingCpuFlags, vectorBytes,"
          + " vectorRegisters], accelerators[name, description, target, runsHere, gigahertz,"
          + " intrinsics[name, statement, extents, types, features, modelledGops, measuredGops]].",
      "Example: certosina targets --json",
      "Example: certosina targets --accelerator outer-product.yaml",
    })
final class TargetsCommand implements Callable<Integer> {

  @Option(
      names = "--accelerator",
      paramLabel = "NAME|FILE.yaml",
      description = "Only this accelerator, built in or from a file (default: all built-in ones).")
  private @Nullable String accelerator;

  @Option(names = "--no-measure", description = "List only; measure nothing.")
  private boolean unmeasured;

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException {
    Set<String> flags = CpuFeatures.flags();
    List<Accelerator> accelerators = accelerators();
    List<Target> targets = Targets.known();
    String host =
        targets.stream().anyMatch(target -> target.runsOn(flags)) ? Targets.host(flags).name() : "";
    List<AcceleratorReport> reports = reports(accelerators, flags);
    targets.forEach(target -> print(target, missing(target, flags)));
    json.text().printf("host: %s%n", host.isEmpty() ? "none of these" : host);
    for (AcceleratorReport report : reports) {
      json.text().println();
      report.print(json.text());
    }
    json.print(
        JsonOption.document()
            .with("host", host)
            .with("cpuFlags", Json.texts(List.copyOf(flags)))
            .with(
                "targets",
                targets.stream().map(target -> toJson(target, missing(target, flags))).toList())
            .with("accelerators", reports.stream().map(AcceleratorReport::toJson).toList()));
    return 0;
  }

  private List<Accelerator> accelerators() {
    if (accelerator == null) {
      return Accelerators.builtIn();
    }
    return List.of(AcceleratorChoice.of(accelerator));
  }

  private List<AcceleratorReport> reports(List<Accelerator> accelerators, Set<String> flags)
      throws IOException {
    List<AcceleratorReport> reports = new ArrayList<>();
    try (MeasurePeaks peaks = new MeasurePeaks()) {
      if (accelerator != null && !unmeasured) {
        peaks.requireCompilable(accelerator);
      }
      for (Accelerator one : accelerators) {
        Optional<Target> target = runningTarget(one, flags);
        Optional<Accelerator> usable = target.flatMap(known -> Accelerators.restrict(one, known));
        Map<String, Measured> measured = new LinkedHashMap<>();
        if (usable.isPresent() && !unmeasured) {
          for (Intrinsic intrinsic : usable.get().intrinsics()) {
            measured.put(intrinsic.name(), peaks.measure(one, intrinsic, target.orElseThrow()));
          }
        }
        reports.add(new AcceleratorReport(one, usable.isPresent(), measured));
      }
    }
    return reports;
  }

  /// The accelerator's own target where this machine runs that, otherwise the host's.
  private static Optional<Target> runningTarget(Accelerator accelerator, Set<String> flags) {
    return Targets.of(accelerator)
        .filter(target -> target.runsOn(flags))
        .or(() ->
            Targets.known().stream()
                .filter(target -> target.runsOn(flags))
                .findFirst()
                .map(_ -> Targets.host(flags)));
  }

  private static List<String> missing(Target target, Set<String> flags) {
    Set<String> missing = new TreeSet<>(target.requiredCpuFlags());
    missing.removeAll(flags);
    return List.copyOf(missing);
  }

  private void print(Target target, List<String> missing) {
    json.text()
        .printf(
            "%-20s %s%n",
            target.name(), missing.isEmpty() ? "runs here" : "needs " + String.join(" ", missing));
  }

  private static Json toJson(Target target, List<String> missing) {
    return Json.object()
        .with("name", target.name())
        .with("runsHere", missing.isEmpty())
        .with("missingCpuFlags", Json.texts(missing))
        .with("vectorBytes", target.vectorBytes())
        .with("vectorRegisters", target.vectorRegisters());
  }
}
