package dev.certosina.cli.command;

import dev.certosina.Tensor;
import dev.certosina.cli.dims.DimBinding;
import dev.certosina.cli.dims.DimRequest;
import dev.certosina.cli.engine.EngineModel;
import dev.certosina.cli.engine.Inputs;
import dev.certosina.cli.engine.Interpreter;
import dev.certosina.cli.tensor.Fill;
import dev.certosina.cli.tensor.TensorSummary;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.IndexLimits;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelParser;
import dev.certosina.compiler.onnx.ModelOutline;
import dev.certosina.compiler.onnx.OnnxReader;
import dev.certosina.compiler.pipeline.CompileOptions;
import dev.certosina.compiler.pipeline.Phase;
import dev.certosina.compiler.pipeline.PhaseText;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Target;
import dev.certosina.runtime.exec.Program.TensorSpec;
import dev.certosina.spi.Peer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Shows the compiler's stages as text.
@Command(
    name = "opt",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints a model as it looks after phases of the compiler: " + PhaseConverter.NAMES + ".",
      "Texts are those of the first target and of the variant that is tried first. With --from"
          + " kernel the model is a file with kernels as text.",
    },
    footer = {"", "Example: certosina opt model.onnx --print-after texpr,schedule"})
final class OptCommand implements Callable<Integer> {

  @Parameters(paramLabel = "MODEL", description = "An ONNX model, or text of the --from phase.")
  private Path file = Path.of("");

  @Option(
      names = "--from",
      paramLabel = "PHASE",
      converter = PhaseConverter.class,
      defaultValue = "import",
      description = "What the file holds: import or kernel (default: ${DEFAULT-VALUE}).")
  private Phase from = Phase.IMPORT;

  @Option(
      names = "--to",
      paramLabel = "PHASE",
      converter = PhaseConverter.class,
      defaultValue = "kernel",
      description = "The last phase (default: ${DEFAULT-VALUE}).")
  private Phase to = Phase.KERNEL;

  @Option(
      names = "--print-after",
      split = ",",
      paramLabel = "PHASE",
      converter = PhaseConverter.class,
      description = "Print the text after these phases (default: the last one).")
  private List<Phase> printAfter = new ArrayList<>();

  @Option(
      names = "--dump",
      paramLabel = "DIR",
      description = "Write one numbered file per phase instead of printing the last one.")
  private @Nullable Path dump;

  @Option(
      names = "--interpret",
      description = "Run the tensor expressions in the interpreter on made-up inputs.")
  private boolean interpret;

  @Option(
      names = "--dim",
      paramLabel = "NAME=N",
      converter = DimConverter.class,
      description = "Extent of a dim for --interpret.")
  private List<DimRequest> dims = new ArrayList<>();

  @Option(names = "--checked", description = "Show kernels that trap out-of-bounds accesses.")
  private boolean checked;

  @Mixin private EngineOptions engine = new EngineOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Function<Phase, String> texts = texts();
    for (Phase phase : printed()) {
      output().println(texts.apply(phase).stripTrailing());
    }
    if (dump != null) {
      writeFiles(dump, texts);
    }
    if (interpret) {
      interpret();
    }
    output().flush();
    return 0;
  }

  private void writeFiles(Path folder, Function<Phase, String> texts) throws IOException {
    Files.createDirectories(folder);
    int number = 0;
    for (Phase phase : Phase.values()) {
      if (phase.compareTo(from) >= 0 && phase.compareTo(to) <= 0) {
        Path text = folder.resolve("%02d-%s.txt".formatted(number, phase.text()));
        Files.writeString(text, texts.apply(phase));
      }
      number++;
    }
  }

  private Function<Phase, String> texts() throws IOException {
    CompileOptions options = CompileOptions.of(engine.builder().checked(checked).build());
    return switch (from) {
      case IMPORT -> {
        var text = new PhaseText(OnnxReader.read(file), options);
        yield text::after;
      }
      case KERNEL -> {
        Target target = options.targets().getFirst();
        KernelModule kernels =
            KernelParser.parseModule(
                Files.readString(file), name -> Accelerators.intrinsic(target, name));
        yield phase -> PhaseText.after(phase, kernels, options);
      }
      case GRAPH, TEXPR, FUSE, SCHEDULE, LLVM, OBJECT ->
          throw usage("--from %s: files hold import or kernel".formatted(from.text()));
    };
  }

  private List<Phase> printed() {
    List<Phase> wanted =
        printAfter.isEmpty() && dump == null && !interpret ? List.of(to) : printAfter;
    for (Phase phase : wanted) {
      if (phase.compareTo(from) < 0) {
        throw usage("phase %s comes before --from %s".formatted(phase.text(), from.text()));
      }
    }
    return wanted;
  }

  private void interpret() throws IOException {
    if (from != Phase.IMPORT) {
      throw usage("--interpret needs an ONNX model");
    }
    Graph graph = OnnxReader.read(file);
    List<TensorSpec> specs =
        graph.inputs().stream()
            .map(input -> new TensorSpec(input.name(), input.type(), input.shape()))
            .toList();
    var binding =
        new DimBinding(EngineModel.dynamicDims(specs, ModelOutline.read(file).dimNames()));
    var requested = new LinkedHashMap<String, Long>();
    dims.forEach(dim -> requested.put(dim.name(), dim.extents().getFirst()));
    Map<String, Tensor> inputs =
        Inputs.of(specs, binding.bind(requested), Map.of(), new Fill(0, IndexLimits.of(graph)));
    try (Peer.Loaded loaded = new Interpreter().load(file, 1);
        Peer.Call call = loaded.bind(inputs)) {
      call.outputs()
          .forEach((name, tensor) ->
              output().printf("%s  %s  %s%n", name, tensor, TensorSummary.of(tensor)));
    }
  }

  private PrintWriter output() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }

  private ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
