package dev.certosina.compiler.pipeline;

import dev.certosina.ModelException;
import dev.certosina.compiler.graph.Canonicalize;
import dev.certosina.compiler.graph.FoldBatchNormalization;
import dev.certosina.compiler.graph.FoldConstants;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.GraphVerifier;
import dev.certosina.compiler.graph.IndexLimits;
import dev.certosina.compiler.graph.InferredGraph;
import dev.certosina.compiler.graph.MaterializeShapes;
import dev.certosina.compiler.graph.RemoveDeadNodes;
import dev.certosina.compiler.graph.ShapeInference;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelVerifier;
import dev.certosina.compiler.llvm.KernelCompiler;
import dev.certosina.compiler.llvm.MachineCode;
import dev.certosina.compiler.onnx.OnnxReader;
import dev.certosina.compiler.schedule.Schedule;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.texpr.InterpretedConstants;
import dev.certosina.compiler.texpr.LowerGraph;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgramVerifier;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.exec.ExecutableWriter;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.exec.Program.Symbol;
import dev.certosina.runtime.exec.Program.TensorSpec;
import dev.certosina.runtime.exec.Program.Variant;
import dev.certosina.runtime.exec.TargetCode;
import dev.certosina.spi.CompilationCounter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The phases in order, from a model file to an executable.
public final class Pipeline {
  /// Changes whenever the same model and options may give another executable.
  public static final String VERSION = "0.1.0-5";

  private final CompileOptions options;

  public Pipeline(CompileOptions options) {
    this.options = options;
  }

  /// Compiles `model` and writes the executable.
  ///
  /// @throws ModelException when the model is invalid or unsupported
  public void compile(Path model, Path executable) {
    compile(OnnxReader.read(model), String.valueOf(model.getFileName()), executable);
  }

  /// Compiles a graph as imported and writes the executable.
  ///
  /// @param name what the executable says it was made from
  /// @throws ModelException when the model is invalid or unsupported
  public void compile(Graph graph, String name, Path executable) {
    write(compile(graph), name, IndexLimits.toInfo(IndexLimits.of(graph)), executable);
  }

  /// Generates machine code and writes the executable.
  ///
  /// @param info what else to record
  void write(CompiledModel compiled, String name, Map<String, String> info, Path executable) {
    ExecutableWriter writer = new ExecutableWriter(compiled.program());
    writer.info(ExecutableWriter.PRODUCER, "certosina " + VERSION);
    writer.info(ExecutableWriter.MODEL, name);
    info.forEach(writer::info);
    for (int i = 0; i < options.targets().size(); i++) {
      KernelModule module = compiled.modules().get(i);
      Target target = options.targets().get(i);
      writer.info(KernelSummary.key(target), KernelSummary.of(module, target));
      writer.target(machineCode(module, target));
    }
    compiled.weights().forEach(writer::weight);
    writer.write(executable);
  }

  CompiledModel compile(Graph graph) {
    List<InferredGraph> inferred = variants(graph);
    List<TensorProgram> programs = inferred.stream().map(LowerGraph::lower).toList();
    return compile(signature(inferred.getLast()), programs);
  }

  /// Everything from the `fuse` phase to kernels.
  ///
  /// @param signature the program without variants
  /// @param programs its variants in order of preference, over the inputs and outputs of
  ///   `signature`
  CompiledModel compile(Program signature, List<TensorProgram> programs) {
    return compile(signature, programs, Map.of());
  }

  /// As [#compile(Program, List)], with some expressions computed by mapped instructions.
  ///
  /// @param choices by name of expression, the same in every variant
  CompiledModel compile(
      Program signature, List<TensorProgram> programs, Map<String, NestChoice> choices) {
    KernelTable kernels = new KernelTable(options.targets().size());
    WeightTable weights = new WeightTable();
    List<Variant> variants = new ArrayList<>();
    for (TensorProgram program : programs) {
      TensorProgramVerifier.verify(program);
      TensorProgramVerifier.requireLoadsInside(program, choices.keySet());
      Schedule schedule = Schedule.of(program, choices);
      TensorProgramVerifier.verify(schedule.program());
      variants.add(AssembleVariant.assemble(schedule, options.targets(), kernels, weights));
    }
    List<KernelModule> modules = new ArrayList<>();
    for (int i = 0; i < options.targets().size(); i++) {
      KernelModule module = kernels.module(i);
      KernelVerifier.requireValid(module);
      modules.add(module);
    }
    Program program =
        new Program(signature.symbols(), signature.inputs(), signature.outputs(), variants);
    return new CompiledModel(ElementSymbols.declare(program), modules, weights.pieces());
  }

  /// The `graph` phase: the graph under the assumption that broadcast extents are equal, if there
  /// is anything to assume, then the general one.
  public static List<InferredGraph> variants(Graph graph) {
    GraphVerifier.verify(graph);
    Graph canonical = Canonicalize.run(graph);
    InferredGraph general = ShapeInference.infer(canonical, false);
    try {
      InferredGraph assumed = ShapeInference.infer(canonical, true);
      return assumed.guards().isEmpty()
          ? List.of(simplified(general))
          : List.of(simplified(assumed), simplified(general));
    } catch (ModelException contradiction) {
      // The model is valid only when some of the extents differ.
      return List.of(simplified(general));
    }
  }

  private static InferredGraph simplified(InferredGraph inferred) {
    InferredGraph solved = MaterializeShapes.run(RemoveDeadNodes.run(inferred));
    InferredGraph folded = FoldConstants.run(solved, new InterpretedConstants());
    return RemoveDeadNodes.run(FoldBatchNormalization.run(folded));
  }

  private static Program signature(InferredGraph general) {
    Graph graph = general.graph();
    List<Symbol> symbols = new ArrayList<>();
    List<TensorSpec> inputs = new ArrayList<>();
    for (int i = 0; i < graph.inputs().size(); i++) {
      Graph.ValueInfo input = graph.inputs().get(i);
      for (int axis = 0; axis < input.shape().size(); axis++) {
        if (input.shape().get(axis) instanceof Dim.Symbol(String name)) {
          symbols.add(Symbol.extent(name, i, axis));
        }
      }
      inputs.add(new TensorSpec(input.name(), input.type(), input.shape()));
    }
    List<TensorSpec> outputs = new ArrayList<>();
    for (String output : graph.outputs()) {
      Graph.ValueInfo value = Objects.requireNonNull(graph.values().get(output));
      outputs.add(new TensorSpec(output, value.type(), value.shape()));
    }
    return new Program(symbols, inputs, outputs, List.of());
  }

  private TargetCode machineCode(KernelModule module, Target target) {
    CompilationCounter.increment();
    MachineCode code =
        new KernelCompiler(options.libraryFolder()).compile(module, target, options.checked());
    Map<String, Long> entries = new LinkedHashMap<>();
    code.entryOffsets().forEach((name, offset) -> entries.put(name, offset.longValue()));
    return new TargetCode(target.name(), target.requiredCpuFlags(), entries, code.blob());
  }
}
