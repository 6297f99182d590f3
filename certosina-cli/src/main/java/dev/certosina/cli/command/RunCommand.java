package dev.certosina.cli.command;

import dev.certosina.DeviceException;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.cli.dims.DimRequest;
import dev.certosina.cli.engine.Comparison;
import dev.certosina.cli.engine.EngineModel;
import dev.certosina.cli.engine.Inputs;
import dev.certosina.cli.engine.OutputFolder;
import dev.certosina.cli.engine.Peers;
import dev.certosina.cli.json.Json;
import dev.certosina.cli.tensor.TensorFiles;
import dev.certosina.cli.tensor.Tolerance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Runs a model once.
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs a model or an executable once.",
      "Inputs that are not given are made up from the seed: floats in [-1, 1), integers in 0..255"
          + " reduced modulo the extent of any constant table they index, inputs named *mask* ones,"
          + " booleans alternating. Dims left open take 1.",
    },
    footer = {
      "",
      "JSON keys: version, model, target, loadMicros, runMicros, outputs[name, type, shape, file],"
          + " comparison{with, withVersion, agrees, outputs[name, largestAbsolute,"
          + " largestRelative, agrees, reason]}.",
      "Example: certosina run model.onnx --dim '*.1=37' --compare onnxruntime",
    })
final class RunCommand implements Callable<Integer> {
  private static final double NANOS_PER_MICRO = 1_000;

  @Parameters(paramLabel = "MODEL|FILE", description = "An ONNX model or an executable.")
  private Path file = Path.of("");

  @Option(
      names = "--input",
      paramLabel = "NAME=FILE",
      converter = TensorArgument.Converter.class,
      description = "Tensor for an input, from an .npy file or a .pb file (TensorProto).")
  private List<TensorArgument> inputs = new ArrayList<>();

  @Option(
      names = "--dim",
      paramLabel = "NAME=N",
      converter = DimConverter.class,
      description = "Extent of a dim: INPUT.AXIS, *.AXIS or a symbol of the model.")
  private List<DimRequest> dims = new ArrayList<>();

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      defaultValue = "cpu",
      description = "Where to run: cpu (default: ${DEFAULT-VALUE}).")
  private String device = "cpu";

  @Option(names = "--checked", description = "Use kernels that trap out-of-bounds accesses.")
  private boolean checked;

  @Mixin private SeedOption seed = new SeedOption();

  @Option(names = "--output", paramLabel = "DIR", description = "Write the outputs as .npy files.")
  private @Nullable Path output;

  @Option(
      names = "--compare",
      paramLabel = "ENGINE",
      description = "Compare the outputs with onnxruntime's or the interpreter's.")
  private @Nullable String compareWith;

  @Option(names = "--rtol", paramLabel = "X", description = "Relative tolerance of --compare.")
  private @Nullable Double relativeTolerance;

  @Option(names = "--atol", paramLabel = "X", description = "Absolute tolerance of --compare.")
  private @Nullable Double absoluteTolerance;

  @Mixin private EngineOptions engine = new EngineOptions();

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException {
    if (!device.equals("cpu")) {
      throw new DeviceException("device '%s' is not supported; needed cpu".formatted(device));
    }
    Options options = engine.builder().checked(checked).build();
    Map<String, Tensor> supplied = supplied();
    try (EngineModel model = EngineModel.open(file, options, supplied);
        Session session = model.model().newSession()) {
      Map<String, Tensor> tensors = tensors(model, model.remaining(supplied));
      long start = System.nanoTime();
      Map<String, Tensor> outputs = session.run(tensors);
      long runNanos = System.nanoTime() - start;
      Map<String, Path> files = output == null ? Map.of() : OutputFolder.write(output, outputs);
      var all = new LinkedHashMap<>(supplied);
      all.putAll(tensors);
      Optional<Comparison> comparison = compare(model, all, outputs, options);
      report(model, runNanos, outputs, files, comparison);
      return comparison.isEmpty() || comparison.get().agrees() ? 0 : 1;
    }
  }

  private Map<String, Tensor> supplied() throws IOException {
    var supplied = new LinkedHashMap<String, Tensor>();
    for (TensorArgument input : inputs) {
      supplied.put(input.name(), TensorFiles.read(input.file()));
    }
    return supplied;
  }

  private Map<String, Tensor> tensors(EngineModel model, Map<String, Tensor> supplied) {
    var requested = new LinkedHashMap<String, Long>();
    dims.forEach(dim -> requested.put(dim.name(), dim.extents().getFirst()));
    return Inputs.of(
        model.model().inputs(), model.dims().bind(requested), supplied, model.fill(seed.value()));
  }

  private Optional<Comparison> compare(
      EngineModel model,
      Map<String, Tensor> tensors,
      Map<String, Tensor> outputs,
      Options options) {
    if (compareWith == null) {
      return Optional.empty();
    }
    Path onnx = model.requireOnnx(file, "--compare");
    return Optional.of(
        Comparison.with(
            Peers.named(List.of(compareWith)).getFirst(),
            onnx,
            options.threads(),
            tensors,
            outputs,
            type -> tolerance(model.tolerance(type))));
  }

  private Tolerance tolerance(Tolerance usual) {
    return new Tolerance(
        relativeTolerance == null ? usual.relative() : relativeTolerance,
        absoluteTolerance == null ? usual.absolute() : absoluteTolerance,
        false);
  }

  private void report(
      EngineModel model,
      long runNanos,
      Map<String, Tensor> outputs,
      Map<String, Path> files,
      Optional<Comparison> comparison) {
    var text = json.text();
    text.printf(
        "%s on %s: loaded in %.1f ms, ran in %.3f ms%n",
        file.getFileName(), model.model().target(), model.loadNanos() / 1e6, runNanos / 1e6);
    outputs.forEach((name, tensor) -> text.printf("  %s  %s%n", name, tensor));
    comparison.ifPresent(result -> result.print(text));
    Json.Structure document =
        JsonOption.document()
            .with("model", file.toString())
            .with("target", model.model().target())
            .with("loadMicros", model.loadNanos() / NANOS_PER_MICRO)
            .with("runMicros", runNanos / NANOS_PER_MICRO)
            .with("outputs", OutputFolder.describe(outputs, files));
    json.print(
        comparison.map(result -> document.with("comparison", result.toJson())).orElse(document));
  }
}
