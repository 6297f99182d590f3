package dev.certosina.cli.command;

import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.cli.bench.BenchCase;
import dev.certosina.cli.bench.BenchReport;
import dev.certosina.cli.bench.Contender;
import dev.certosina.cli.bench.Latencies;
import dev.certosina.cli.bench.Turns;
import dev.certosina.cli.dims.DimRequest;
import dev.certosina.cli.engine.Comparison;
import dev.certosina.cli.engine.EngineModel;
import dev.certosina.cli.engine.Inputs;
import dev.certosina.cli.engine.Peers;
import dev.certosina.spi.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Measures a model's latency, in turns with other engines.
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures the latency of a model or an executable at one or more shapes.",
      "Engines run in turns (A B A B) on the same made-up inputs after a warm-up. A ratio is the"
          + " best peer's median divided by ours.",
    },
    footer = {
      "",
      "JSON keys: version, model, target, threads, peerVersions{NAME}, geomean, cases[name,"
          + " oursMicros, peers{NAME}, ratio, percentiles{NAME{calls, p10Micros, p50Micros,"
          + " p90Micros, p99Micros}}].",
      "Example: certosina bench model.onnx --dims '*.0=1 *.1=8,16,37' --against onnxruntime",
    })
final class BenchCommand implements Callable<Integer> {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String OURS = "ours";

  @Parameters(paramLabel = "MODEL|FILE", description = "An ONNX model or an executable.")
  private Path file = Path.of("");

  @Option(
      names = "--dims",
      paramLabel = "\"NAME=N[,N…] …\"",
      defaultValue = "",
      converter = DimList.Converter.class,
      description = "Extents to measure; several lists are combined, the last varying fastest.")
  private DimList dims = new DimList(List.of());

  @Option(
      names = "--against",
      split = ",",
      paramLabel = "PEER",
      description = "Engines to compare with: onnxruntime.")
  private List<String> against = new ArrayList<>();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "1",
      description = "How long each engine is timed per shape, roughly (default: ${DEFAULT-VALUE}).")
  private double seconds = 1;

  @Mixin private SeedOption seed = new SeedOption();

  @Mixin private EngineOptions engine = new EngineOptions();

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException {
    List<Peer> peers = Peers.named(against);
    Options options = engine.options();
    var loaded = new LinkedHashMap<Peer, Peer.Loaded>();
    try (EngineModel model = EngineModel.open(file, options, Map.of());
        Session session = model.model().newSession()) {
      for (Peer peer : peers) {
        loaded.put(peer, peer.load(model.requireOnnx(file, "--against"), options.threads()));
      }
      var versions = new LinkedHashMap<String, String>();
      peers.forEach(peer -> versions.put(peer.name(), peer.version()));
      var report = new BenchReport(file, model.model().target(), options.threads(), versions);
      report.printHeader(json.text());
      var cases = new ArrayList<BenchCase>();
      for (Map<String, Long> choice : DimRequest.combinations(dims.requests())) {
        BenchCase measured = measure(model, session, choice, loaded);
        report.printCase(json.text(), measured);
        cases.add(measured);
      }
      report.printGeomean(json.text(), cases);
      json.print(report.toJson(JsonOption.document(), cases));
      return 0;
    } finally {
      loaded.values().forEach(Peer.Loaded::close);
    }
  }

  private BenchCase measure(
      EngineModel model, Session session, Map<String, Long> choice, Map<Peer, Peer.Loaded> peers) {
    Map<String, Tensor> inputs =
        Inputs.of(
            model.model().inputs(), model.dims().bind(choice), Map.of(), model.fill(seed.value()));
    String name =
        choice.entrySet().stream()
            .map(dim -> dim.getKey() + "=" + dim.getValue())
            .collect(Collectors.joining(" "));
    Map<String, Tensor> outputs = session.run(inputs);
    var contenders = new ArrayList<Contender>();
    contenders.add(new Contender(OURS, () -> session.run(inputs, outputs)));
    var calls = new ArrayList<Peer.Call>();
    try {
      for (Map.Entry<Peer, Peer.Loaded> peer : peers.entrySet()) {
        Peer.Call call = peer.getValue().bind(inputs);
        calls.add(call);
        requireAgreement(
            name, Comparison.of(peer.getKey(), call.outputs(), outputs, model::tolerance));
        contenders.add(new Contender(peer.getKey().name(), call::run));
      }
      Map<String, Latencies> times = Turns.time(contenders, (long) (seconds * NANOS_PER_SECOND));
      Latencies ours = Objects.requireNonNull(times.remove(OURS));
      return new BenchCase(name, ours, times);
    } finally {
      calls.forEach(Peer.Call::close);
    }
  }

  private void requireAgreement(String name, Comparison comparison) {
    if (!comparison.agrees()) {
      comparison.print(json.text());
      throw new ModelException(
          "%s: outputs differ from %s's at %s; times would mean nothing"
              .formatted(file, comparison.engine(), name));
    }
  }
}
