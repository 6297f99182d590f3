package dev.certosina.bench.ours;

import dev.certosina.ElementType;
import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.llvm.KernelCompiler;
import dev.certosina.compiler.llvm.MachineCode;
import dev.certosina.compiler.pipeline.CompileOptions;
import dev.certosina.compiler.target.Target;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.ExecutableWriter;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.exec.TargetCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The most f32 operations per second of which this machine is capable: a kernel of independent
/// fused multiply-adds on registers, with nothing else to do.
///
/// The result of each chain is stored, and every chain starts from another value, so that no
/// operation can be left out.
public final class MachinePeak {
  /// Enough independent chains for the latency of any known processor, and they fit its registers.
  private static final int CHAINS = 12;

  private static final long STEPS = 100_000;
  private static final long NANOS = 700_000_000;
  private static final String KERNEL = "peak";
  private static final double FACTOR = 0.5;
  private static final double NANOS_PER_SECOND = 1e9;

  private MachinePeak() {}

  /// Operations per second with all threads together, each multiply-add counted as two.
  ///
  /// @param folder where an executable may be written
  public static double measure(CompileOptions options, int threads, Path folder) {
    Target target = options.targets().getFirst();
    int lanes = target.lanes(Float.BYTES);
    Path executable = folder.resolve("peak.exe");
    write(options, target, threads, executable);
    try (Model model = Executable.load(executable, Options.builder().threads(threads).build());
        Session session = model.newSession()) {
      Tensor in = Tensor.allocate(ElementType.FLOAT32, 1);
      Tensor out = Tensor.allocate(ElementType.FLOAT32, threads, lanes);
      double operations = 2.0 * threads * lanes * CHAINS * STEPS;
      double best = 0;
      long begin = System.nanoTime();
      for (long start = begin; start - begin < NANOS; start = System.nanoTime()) {
        session.run(Map.of("x", in), Map.of("y", out));
        best = Math.max(best, operations / (System.nanoTime() - start) * NANOS_PER_SECOND);
      }
      return best;
    }
  }

  /// Writes a program with one task for each thread.
  private static void write(CompileOptions options, Target target, int threads, Path file) {
    int lanes = target.lanes(Float.BYTES);
    var module = new KernelModule(List.of(kernel(lanes)));
    MachineCode code = new KernelCompiler(options.libraryFolder()).compile(module, target, false);
    var entries = new LinkedHashMap<String, Long>();
    code.entryOffsets().forEach((name, offset) -> entries.put(name, offset.longValue()));
    new ExecutableWriter(program(threads, lanes))
        .target(new TargetCode(target.name(), target.requiredCpuFlags(), entries, code.blob()))
        .write(file);
  }

  private static Kernel kernel(int lanes) {
    var b = new KernelBuilder(KERNEL, Linkage.ENTRY);
    b.scalar("n");
    b.buffer("y", ElementType.FLOAT32, Access.WRITE, "n");
    var type = new Type(ElementType.FLOAT32, lanes);
    Expr factor = b.bind("factor", new Expr.FloatConstant(type, FACTOR));
    var chains = new ArrayList<Expr.Variable>();
    for (int chain = 0; chain < CHAINS; chain++) {
      chains.add(b.declare("chain" + chain, new Expr.FloatConstant(type, chain)));
    }
    b.forLoop(
        "step",
        index(0),
        index(STEPS),
        1,
        _ -> chains.forEach(chain -> b.assign(chain, new Expr.Fma(chain, factor, factor))));
    Expr sum = chains.getFirst();
    for (Expr chain : chains.subList(1, CHAINS)) {
      sum = new Expr.Binary(BinaryOperator.ADD, sum, chain);
    }
    Expr task = new Expr.CoordinateValue(Coordinate.OUTER);
    b.store("y", new Expr.Binary(BinaryOperator.MULTIPLY, task, index(lanes)), sum);
    return b.build();
  }

  private static Program program(int threads, int lanes) {
    Dim one = Dims.constant(1);
    Dim elements = Dims.constant((long) threads * lanes);
    Dim bytes = Dims.constant((long) threads * lanes * Float.BYTES);
    var stage =
        new Program.Stage(
            KERNEL,
            List.of(
                new Program.Argument.Scalar(elements),
                new Program.Argument.Address(0, Dims.constant(0))),
            one,
            1,
            Dims.constant(2L * lanes * CHAINS * STEPS),
            Dims.constant((long) lanes * Float.BYTES),
            Dims.constant(0));
    var group = new Program.Group("peak", Dims.constant(threads), one, 1, false, List.of(stage));
    var variant =
        new Program.Variant(
            List.of(),
            List.of(),
            List.of(new Program.Buffer("y", Program.BufferKind.OUTPUT, 0, bytes)),
            List.of(group));
    return new Program(
        List.of(),
        List.of(new Program.TensorSpec("x", ElementType.FLOAT32, List.of(one))),
        List.of(
            new Program.TensorSpec(
                "y", ElementType.FLOAT32, List.of(Dims.constant(threads), Dims.constant(lanes)))),
        List.of(variant));
  }

  private static Expr index(long value) {
    return new Expr.IntConstant(Type.INDEX, value);
  }
}
