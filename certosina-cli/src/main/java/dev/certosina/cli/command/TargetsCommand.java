package dev.certosina.cli.command;

import dev.certosina.cli.json.Json;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.runtime.exec.CpuFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Lists the targets that code can be generated for.
@Command(
    name = "targets",
    mixinStandardHelpOptions = true,
    description = "Lists the known targets and says which of them this machine runs.",
    footer = {
      "",
      "JSON keys: version, host, cpuFlags, targets[name, runsHere, missingCpuFlags, vectorBytes,"
          + " vectorRegisters].",
      "Example: certosina targets --json",
    })
final class TargetsCommand implements Callable<Integer> {

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    SortedSet<String> flags = CpuFeatures.flags();
    List<Target> targets = Targets.known();
    boolean runsAny = targets.stream().anyMatch(target -> target.runsOn(flags));
    String host = runsAny ? Targets.host(flags).name() : "";
    var text = json.text();
    var list = new ArrayList<Json>();
    for (Target target : targets) {
      var missing = new TreeSet<>(target.requiredCpuFlags());
      missing.removeAll(flags);
      text.printf(
          "%-20s %s%n",
          target.name(), missing.isEmpty() ? "runs here" : "needs " + String.join(" ", missing));
      list.add(
          Json.object()
              .with("name", target.name())
              .with("runsHere", missing.isEmpty())
              .with("missingCpuFlags", Json.texts(List.copyOf(missing)))
              .with("vectorBytes", target.vectorBytes())
              .with("vectorRegisters", target.vectorRegisters()));
    }
    text.printf("host: %s%n", host.isEmpty() ? "none of these" : host);
    json.print(
        JsonOption.document()
            .with("host", host)
            .with("cpuFlags", Json.texts(List.copyOf(flags)))
            .with("targets", list));
    return 0;
  }
}
