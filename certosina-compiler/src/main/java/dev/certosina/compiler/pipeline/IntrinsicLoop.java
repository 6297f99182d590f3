package dev.certosina.compiler.pipeline;

import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.invoke;
import static dev.certosina.compiler.kernel.KernelExprs.load;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.IntrinsicTypes;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelVerifier;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerator.RegisterFile;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Intrinsic.Transfer;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.exec.Program.Argument;
import dev.certosina.runtime.exec.Program.Buffer;
import dev.certosina.runtime.exec.Program.BufferKind;
import dev.certosina.runtime.exec.Program.Group;
import dev.certosina.runtime.exec.Program.Stage;
import dev.certosina.runtime.exec.Program.TensorSpec;
import dev.certosina.runtime.exec.Program.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A program that executes one instruction over and over on values in registers, so that its time
/// tells how many of them a core starts in a cycle.
///
/// Several sums run side by side, as many as hide the latency and leave registers for the sources.
///
/// @param sums independent results
/// @param rounds times each of them is added to
public record IntrinsicLoop(Intrinsic intrinsic, int sums, long rounds) {
  private static final String RESULT = "y";
  private static final double CYCLES = 4e6;
  private static final Dim ONE = Dims.constant(1);

  /// A loop of some millions of cycles, if the accelerator's figures are right.
  public static IntrinsicLoop of(Accelerator accelerator, Intrinsic intrinsic) {
    int inFlight = (int) Math.ceil(2 * intrinsic.latencyCycles() * intrinsic.perCycle());
    int sums = Math.clamp(inFlight, 1, Math.max(1, room(accelerator, intrinsic)));
    long rounds = (long) Math.ceil(CYCLES * intrinsic.perCycle() / sums);
    return new IntrinsicLoop(intrinsic, sums, rounds);
  }

  /// How often the instruction is executed in a run.
  public long executions() {
    return sums * rounds;
  }

  /// Writes the executable.
  ///
  /// @throws dev.certosina.ModelException for an intrinsic without emission
  public void compile(CompileOptions options, Path executable) {
    KernelModule module = new KernelModule(List.of(kernel()));
    KernelVerifier.requireValid(module);
    List<KernelModule> modules = options.targets().stream().map(_ -> module).toList();
    new Pipeline(options)
        .write(
            new CompiledModel(program(), modules, List.of()),
            intrinsic.name(),
            Map.of(),
            executable);
  }

  /// Results that fit the register file beside one tile of each source.
  private static int room(Accelerator accelerator, Intrinsic intrinsic) {
    Transfer store = intrinsic.transfers().getLast();
    RegisterFile file =
        accelerator.registers().stream()
            .filter(one -> one.name().equals(store.nearScope()))
            .findFirst()
            .orElseThrow();
    List<Type> types = IntrinsicTypes.operands(intrinsic);
    int free = file.count();
    for (int i = 1; i < types.size(); i++) {
      free -= registers(types.get(i), file);
    }
    return free / registers(types.getFirst(), file);
  }

  private static int registers(Type type, RegisterFile file) {
    return Math.ceilDiv(type.lanes() * type.element().byteSize(), file.bytes());
  }

  private Kernel kernel() {
    KernelBuilder builder = new KernelBuilder("loop", Linkage.ENTRY);
    List<Type> types = IntrinsicTypes.operands(intrinsic);
    for (int i = 0; i < types.size(); i++) {
      buffer(builder, "x" + i, types.get(i).element(), Access.READ);
    }
    buffer(builder, RESULT, types.getFirst().element(), Access.WRITE);
    List<Expr> sources = new ArrayList<>();
    for (int i = 1; i < types.size(); i++) {
      sources.add(builder.let("source", load("x" + i, types.get(i), index(0))));
    }
    List<Expr.Variable> results = new ArrayList<>();
    for (int i = 0; i < sums; i++) {
      results.add(builder.declare("sum", load("x0", types.getFirst(), index(0))));
    }
    builder.forLoop(
        "round",
        index(0),
        index(rounds),
        1,
        _ -> results.forEach(sum -> builder.assign(sum, invoke(intrinsic, sum, sources))));
    for (int i = 0; i < sums; i++) {
      builder.store(RESULT, index((long) i * types.getFirst().lanes()), results.get(i));
    }
    return builder.build();
  }

  private static void buffer(KernelBuilder builder, String name, ElementType type, Access access) {
    String extent = name + "_extent";
    builder.buffer(name, type, access, extent);
    builder.scalar(extent);
  }

  private Program program() {
    List<TensorSpec> inputs = new ArrayList<>();
    List<Buffer> buffers = new ArrayList<>();
    List<Argument> arguments = new ArrayList<>();
    List<Type> types = IntrinsicTypes.operands(intrinsic);
    for (int i = 0; i < types.size(); i++) {
      TensorSpec spec = spec("x" + i, types.get(i), 1);
      inputs.add(spec);
      add(spec, BufferKind.INPUT, i, buffers, arguments);
    }
    TensorSpec output = spec(RESULT, types.getFirst(), sums);
    add(output, BufferKind.OUTPUT, 0, buffers, arguments);
    Stage stage = new Stage("loop", arguments, ONE, 1, ONE, ONE, Dims.constant(0));
    Group group = new Group("loop", ONE, ONE, 1, true, List.of(stage));
    Variant variant = new Variant(List.of(), List.of(), buffers, List.of(group));
    return new Program(List.of(), inputs, List.of(output), List.of(variant));
  }

  private static TensorSpec spec(String name, Type type, int times) {
    return new TensorSpec(
        name, type.element(), List.of(Dims.constant((long) times * type.lanes())));
  }

  private static void add(
      TensorSpec spec,
      BufferKind kind,
      int position,
      List<Buffer> buffers,
      List<Argument> arguments) {
    Dim elements = spec.shape().getFirst();
    arguments.add(new Argument.Address(buffers.size(), Dims.constant(0)));
    arguments.add(new Argument.Scalar(elements));
    buffers.add(
        new Buffer(
            spec.name(),
            kind,
            position,
            Dims.multiply(elements, Dims.constant(spec.type().byteSize()))));
  }
}
