package dev.certosina.compiler.pipeline;

import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelVerifier;
import dev.certosina.compiler.schedule.BuildNest;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.schedule.Schedule;
import dev.certosina.compiler.schedule.TaskGroup;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.exec.Program.TensorSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Compiles one computation under a mapping and a nest schedule to an executable.
///
/// Its inputs are the operands whose data are not given, in order of first mention; its output is
/// the destination.
public final class CompileComputation {
  private final CompileOptions options;

  public CompileComputation(CompileOptions options) {
    this.options = options;
  }

  /// @param constants data of operands by name; copies of these are made ahead of time
  /// @throws dev.certosina.ModelException when the schedule does not fit the mapping
  public void compile(NestChoice choice, Map<String, TensorValue> constants, Path executable) {
    String name = choice.mapping().mapping().computation().name();
    new Pipeline(options).write(kernels(choice, constants), name, Map.of(), executable);
  }

  /// The kernels for the first target.
  public KernelModule module(NestChoice choice, Map<String, TensorValue> constants) {
    return kernels(choice, constants).modules().getFirst();
  }

  /// Compiles a whole program without symbols, with some expressions computed by mapped
  /// instructions.
  ///
  /// @param choices by name of expression
  /// @param constants data of inputs by name
  /// @throws dev.certosina.ModelException when a choice does not fit
  public void compile(
      TensorProgram program,
      Map<String, NestChoice> choices,
      Map<String, TensorValue> constants,
      Path executable) {
    TensorProgram fixed = withConstants(program, constants);
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    fixed.tensors().forEach(tensor -> tensors.put(tensor.name(), tensor));
    Program signature =
        new Program(
            List.of(), specs(tensors, fixed.inputs()), specs(tensors, fixed.outputs()), List.of());
    Pipeline pipeline = new Pipeline(options);
    CompiledModel compiled = pipeline.compile(signature, List.of(fixed), choices);
    pipeline.write(compiled, "program", Map.of(), executable);
  }

  private static List<TensorSpec> specs(Map<String, Tensor> tensors, List<String> names) {
    return names.stream().map(name -> spec(Objects.requireNonNull(tensors.get(name)))).toList();
  }

  private static TensorProgram withConstants(
      TensorProgram program, Map<String, TensorValue> constants) {
    List<TensorProgram.Constant> known = new ArrayList<>(program.constants());
    for (String input : program.inputs()) {
      Optional.ofNullable(constants.get(input))
          .ifPresent(value -> known.add(constant(input, value)));
    }
    return new TensorProgram(
        program.tensors(),
        program.inputs().stream().filter(name -> !constants.containsKey(name)).toList(),
        program.outputs(),
        known,
        program.statements(),
        program.guards(),
        program.checks());
  }

  /// Everything that an executable is written from, but its machine code.
  CompiledModel kernels(NestChoice choice, Map<String, TensorValue> constants) {
    Computation computation = choice.mapping().mapping().computation();
    Schedule schedule = schedule(choice, constants);
    KernelTable kernels = new KernelTable(options.targets().size());
    WeightTable weights = new WeightTable();
    Program.Variant variant =
        AssembleVariant.assemble(schedule, options.targets(), kernels, weights);
    List<KernelModule> modules = new ArrayList<>();
    for (int i = 0; i < options.targets().size(); i++) {
      KernelModule module = kernels.module(i);
      KernelVerifier.requireValid(module);
      modules.add(module);
    }
    List<TensorSpec> inputs = new ArrayList<>();
    for (String input : schedule.program().inputs()) {
      inputs.add(spec(computation.tensor(input)));
    }
    List<TensorSpec> outputs = List.of(spec(computation.destination()));
    Program program = new Program(List.of(), inputs, outputs, List.of(variant));
    return new CompiledModel(program, modules, weights.pieces());
  }

  private static TensorSpec spec(Tensor tensor) {
    return new TensorSpec(tensor.name(), tensor.type(), tensor.shape());
  }

  private static Schedule schedule(NestChoice choice, Map<String, TensorValue> constants) {
    TensorProgram program = program(choice.mapping().mapping().computation(), constants);
    Memory memory = new Memory(program);
    BuildNest build = new BuildNest(memory, constants.keySet());
    List<TaskGroup> groups = build.groups(choice);
    return new Schedule(program, memory, groups, List.of(), build.copied());
  }

  /// The computation's tensors; what is done with them is in the groups.
  private static TensorProgram program(
      Computation computation, Map<String, TensorValue> constants) {
    String destination = computation.destination().name();
    List<String> inputs =
        computation.tensors().stream()
            .map(Tensor::name)
            .filter(name -> !name.equals(destination) && !constants.containsKey(name))
            .toList();
    List<TensorProgram.Constant> known = new ArrayList<>();
    for (Tensor tensor : computation.tensors()) {
      Optional.ofNullable(constants.get(tensor.name()))
          .ifPresent(value -> known.add(constant(tensor.name(), value)));
    }
    return new TensorProgram(
        computation.tensors(),
        inputs,
        List.of(destination),
        known,
        List.of(),
        List.of(),
        List.of());
  }

  private static TensorProgram.Constant constant(String name, TensorValue value) {
    return new TensorProgram.Constant(
        name, new Initializer(name, value.type(), value.shape(), value.data()));
  }
}
