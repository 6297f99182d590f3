package dev.certosina.compiler.pipeline;

import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.GraphPrinter;
import dev.certosina.compiler.graph.InferredGraph;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelPrinter;
import dev.certosina.compiler.llvm.KernelCompiler;
import dev.certosina.compiler.llvm.LlvmEmitter;
import dev.certosina.compiler.schedule.Schedule;
import dev.certosina.compiler.schedule.SchedulePrinter;
import dev.certosina.compiler.texpr.LowerGraph;
import dev.certosina.compiler.texpr.TensorProgramPrinter;

/// What a model looks like after each phase, as text; for the first target and the variant that is
/// tried first.
public final class PhaseText {
  private final Graph graph;
  private final CompileOptions options;
  private final Pipeline pipeline;

  /// @param graph as imported
  public PhaseText(Graph graph, CompileOptions options) {
    this.graph = graph;
    this.options = options;
    this.pipeline = new Pipeline(options);
  }

  /// The model after `phase`.
  public String after(Phase phase) {
    return switch (phase) {
      case IMPORT -> GraphPrinter.print(graph);
      case GRAPH -> GraphPrinter.print(inferred());
      case TEXPR -> TensorProgramPrinter.print(LowerGraph.lower(inferred()));
      case FUSE -> TensorProgramPrinter.print(schedule().program());
      case SCHEDULE -> SchedulePrinter.print(schedule());
      case KERNEL -> KernelPrinter.print(kernels());
      case LLVM -> llvm(kernels(), options);
      case OBJECT -> assembly(kernels(), options);
    };
  }

  /// The text after `phase` of kernels given as text; [Phase#KERNEL] and later.
  public static String after(Phase phase, KernelModule kernels, CompileOptions options) {
    return switch (phase) {
      case IMPORT, GRAPH, TEXPR, FUSE, SCHEDULE ->
          throw new IllegalArgumentException(phase.text() + " comes before kernels");
      case KERNEL -> KernelPrinter.print(kernels);
      case LLVM -> llvm(kernels, options);
      case OBJECT -> assembly(kernels, options);
    };
  }

  private InferredGraph inferred() {
    return Pipeline.variants(graph).getFirst();
  }

  private Schedule schedule() {
    return Schedule.of(LowerGraph.lower(inferred()));
  }

  private KernelModule kernels() {
    return pipeline.compile(graph).modules().getFirst();
  }

  private static String llvm(KernelModule kernels, CompileOptions options) {
    return LlvmEmitter.emit(kernels, options.targets().getFirst(), options.checked());
  }

  private static String assembly(KernelModule kernels, CompileOptions options) {
    return new KernelCompiler(options.libraryFolder())
        .assembly(kernels, options.targets().getFirst(), options.checked());
  }
}
