package dev.certosina.compiler.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.KernelInterpreter;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.compiler.llvm.KernelCompiler;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.NativeAbi;
import dev.certosina.runtime.exec.Program.Argument;
import dev.certosina.runtime.exec.Program.Buffer;
import dev.certosina.runtime.exec.Program.BufferKind;
import dev.certosina.runtime.exec.Program.Group;
import dev.certosina.runtime.exec.Program.Stage;
import dev.certosina.runtime.exec.Program.TensorSpec;
import dev.certosina.runtime.exec.Program.Variant;
import dev.certosina.runtime.exec.WeightPiece;
import dev.certosina.testkit.QemuRun;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

/// Runs a variant's kernels on the interpreter, each group fused or staged in random tiles, and
/// fails on accesses outside buffers, on reads of memory that nobody wrote, and on races.
final class KernelRun {
  private final CompiledModel model;
  private final KernelModule module;
  private final Variant variant;
  private final ToLongFunction<String> symbols;
  private final RandomGenerator random;
  private final Map<Integer, KernelStorage> storages = new HashMap<>();

  /// @param target which of the model's modules
  KernelRun(
      CompiledModel model,
      int target,
      Variant variant,
      Map<String, Long> symbols,
      RandomGenerator random) {
    this.model = model;
    this.module = model.modules().get(target);
    this.variant = variant;
    this.symbols = name -> Objects.requireNonNull(symbols.get(name), name);
    this.random = random;
  }

  /// The outputs, in the program's order.
  List<TensorValue> run(Map<String, TensorValue> inputs) {
    steps(inputs).forEach(this::run);
    return outputs(storage -> {
      assertThat(storage.isInitialised(0, storage.byteCount())).isTrue();
      return storage.bytes();
    });
  }

  /// The outputs of the machine code for `processor`, an AArch64 one, under emulation.
  List<TensorValue> emulate(Map<String, TensorValue> inputs, Target processor, boolean checked)
      throws IOException, InterruptedException {
    List<KernelStep> steps = steps(inputs).stream().map(GroupStep::step).toList();
    QemuRun run =
        QemuRun.run(new KernelCompiler(CompiledProgram.LIBRARY), module, processor, checked, steps);
    assertThat(run.error(NativeAbi.ERROR_CODE)).isZero();
    return outputs(run::bytes);
  }

  /// A step and the group it belongs to, for messages.
  private record GroupStep(Group group, KernelStep step) {}

  private List<GroupStep> steps(Map<String, TensorValue> inputs) {
    for (int b = 0; b < variant.buffers().size(); b++) {
      allocate(b, variant.buffers().get(b), inputs);
    }
    List<GroupStep> steps = new ArrayList<>();
    for (Group group : variant.groups()) {
      long outer = evaluate(group.outerExtent());
      long rows = evaluate(group.rowExtent());
      if (outer > 0 && rows > 0) {
        if (group.fusible() && random.nextBoolean()) {
          steps.add(fused(group, outer, rows));
        } else {
          steps.addAll(staged(group, outer, rows));
        }
      }
    }
    return steps;
  }

  private long evaluate(Dim dim) {
    return Dims.evaluate(dim, symbols);
  }

  private void allocate(int number, Buffer buffer, Map<String, TensorValue> inputs) {
    int bytes = Math.toIntExact(evaluate(buffer.byteSize()));
    switch (buffer.kind()) {
      case INPUT -> {
        String name = model.program().inputs().get(buffer.index()).name();
        byte[] data =
            Objects.requireNonNull(inputs.get(name)).data().toArray(ValueLayout.JAVA_BYTE);
        storages.put(number, KernelStorage.constant(data));
      }
      case WEIGHT -> storages.put(number, weight(model.weights().get(buffer.index())));
      case OUTPUT, ARENA, LOCAL -> storages.put(number, KernelStorage.uninitialised(bytes));
    }
  }

  private static KernelStorage weight(WeightPiece piece) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(piece.byteSize());
      piece.writeTo(data);
      return KernelStorage.constant(data.toArray(ValueLayout.JAVA_BYTE));
    }
  }

  private GroupStep fused(Group group, long outer, long rows) {
    long tile = tile(rows, group.rowGrain());
    Map<Integer, KernelStorage> memory = new HashMap<>(storages);
    for (int b = 0; b < variant.buffers().size(); b++) {
      Buffer buffer = variant.buffers().get(b);
      if (buffer.kind() == BufferKind.LOCAL) {
        long bytes = evaluate(buffer.byteSize());
        long perRow = bytes / (outer * rows);
        boolean own = variant.groups().get(buffer.index()).equals(group);
        assertThat(own ? perRow * outer * rows : bytes).as(buffer.name()).isEqualTo(bytes);
        memory.put(b, KernelStorage.scratch(Math.toIntExact(perRow * tile)));
      }
    }
    List<KernelStep.Stage> stages = new ArrayList<>();
    for (Stage stage : group.stages()) {
      stages.add(bound(stage, memory, tile));
    }
    return new GroupStep(group, new KernelStep(stages, outer, rows, tile, 1, 1));
  }

  private List<GroupStep> staged(Group group, long outer, long rows) {
    List<GroupStep> steps = new ArrayList<>();
    for (Stage stage : group.stages()) {
      long columns = evaluate(stage.columnExtent());
      if (columns > 0) {
        KernelStep step =
            new KernelStep(
                List.of(bound(stage, storages, 0)),
                outer,
                rows,
                tile(rows, group.rowGrain()),
                columns,
                tile(columns, stage.columnGrain()));
        steps.add(new GroupStep(group, step));
      }
    }
    return steps;
  }

  private long tile(long extent, int grain) {
    long grains = Math.ceilDiv(extent, grain);
    return random.nextBoolean() ? grains * grain : random.nextLong(1, grains + 1) * grain;
  }

  private void run(GroupStep next) {
    KernelStep.Report report = new KernelInterpreter(module).run(next.step());
    assertThat(report.races()).as("races of group %s", next.group().name()).isEmpty();
    assertThat(report.failures()).as("failures of group %s", next.group().name()).isEmpty();
  }

  /// @param tile rows of a fused task, or 0 for a staged stage
  private KernelStep.Stage bound(Stage stage, Map<Integer, KernelStorage> memory, long tile) {
    List<Kernel.Parameter> parameters = module.kernel(stage.kernel()).orElseThrow().parameters();
    List<KernelStep.Argument> arguments = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      arguments.add(bound(stage.arguments().get(i), parameters.get(i), memory, tile));
    }
    return new KernelStep.Stage(stage.kernel(), arguments, evaluate(stage.columnExtent()));
  }

  private KernelStep.Argument bound(
      Argument argument,
      Kernel.Parameter parameter,
      Map<Integer, KernelStorage> memory,
      long tile) {
    return switch (argument) {
      case Argument.Scalar(Dim value) -> new KernelStep.Argument.Word(evaluate(value));
      case Argument.Local(Dim staged, Dim perTile, Dim perRow) ->
          new KernelStep.Argument.Word(
              tile == 0 ? evaluate(staged) : evaluate(perTile) + evaluate(perRow) * tile);
      case Argument.Address(int buffer, Dim byteOffset) -> {
        assertThat(evaluate(byteOffset)).isZero();
        ElementType type = ((Kernel.Parameter.Buffer) parameter).type();
        yield KernelStep.view(Objects.requireNonNull(memory.get(buffer)), type);
      }
    };
  }

  /// @param content of a storage after the run
  private List<TensorValue> outputs(Function<KernelStorage, byte[]> content) {
    List<TensorValue> outputs = new ArrayList<>();
    for (int i = 0; i < model.program().outputs().size(); i++) {
      TensorSpec spec = model.program().outputs().get(i);
      List<Long> shape = spec.shape().stream().map(this::evaluate).toList();
      byte[] bytes = output(i).map(content).orElse(new byte[0]);
      outputs.add(new TensorValue(spec.type(), shape, MemorySegment.ofArray(bytes)));
    }
    return outputs;
  }

  private Optional<KernelStorage> output(int index) {
    for (int b = 0; b < variant.buffers().size(); b++) {
      Buffer buffer = variant.buffers().get(b);
      if (buffer.kind() == BufferKind.OUTPUT && buffer.index() == index) {
        return Optional.of(Objects.requireNonNull(storages.get(b)));
      }
    }
    return Optional.empty();
  }
}
