package dev.certosina.testkit;

import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.invoke;
import static dev.certosina.compiler.kernel.KernelExprs.load;
import static dev.certosina.compiler.kernel.KernelExprs.multiply;

import dev.certosina.compiler.kernel.IntrinsicTypes;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.compiler.kernel.KernelStep.Stage;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.compiler.target.Intrinsic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// A kernel around one instruction: it starts from `operand0`, executes the instruction on one tile
/// of each source after the other, and stores what the destination holds then.
public final class InvokingKernels {
  /// How often the kernel executes the instruction.
  public static final int TILES = 3;

  private InvokingKernels() {}

  public static Kernel kernel(String name, Intrinsic intrinsic) {
    List<Type> types = IntrinsicTypes.operands(intrinsic);
    var b = new KernelBuilder(name, Linkage.ENTRY);
    for (int i = 0; i < types.size(); i++) {
      b.scalar("extent" + i);
      b.buffer("operand" + i, types.get(i).element(), Access.READ, "extent" + i);
    }
    b.buffer("y", types.getFirst().element(), Access.WRITE, "extent0");
    Expr.Variable sum = b.declare("sum", load("operand0", types.getFirst(), index(0)));
    b.forLoop(
        "tile",
        index(0),
        index(TILES),
        1,
        tile -> {
          List<Expr> sources = new ArrayList<>();
          for (int i = 1; i < types.size(); i++) {
            Type type = types.get(i);
            sources.add(load("operand" + i, type, multiply(tile, index(type.lanes()))));
          }
          b.assign(sum, invoke(intrinsic, sum, sources));
        });
    b.store("y", index(0), sum);
    return b.build();
  }

  /// One task of the kernel.
  ///
  /// @param content the storage of an operand: one tile of the destination (operand 0), three of
  ///   each source
  public static KernelStep step(
      String name, Intrinsic intrinsic, IntFunction<KernelStorage> content) {
    List<Type> types = IntrinsicTypes.operands(intrinsic);
    List<Argument> arguments = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      arguments.add(new Argument.Word(elements(intrinsic, i)));
      arguments.add(KernelStep.view(content.apply(i), types.get(i).element()));
    }
    Type result = types.getFirst();
    int bytes = result.lanes() * result.element().byteSize();
    arguments.add(KernelStep.view(KernelStorage.uninitialised(bytes), result.element()));
    return new KernelStep(List.of(new Stage(name, arguments, 1)), 1, 1, 1, 1, 1);
  }

  /// How many elements operand `i` has in a step.
  public static int elements(Intrinsic intrinsic, int i) {
    return IntrinsicTypes.operands(intrinsic).get(i).lanes() * (i == 0 ? 1 : TILES);
  }

  /// What the step stored.
  public static KernelStorage result(KernelStep step) {
    return ((Argument.View) step.stages().getFirst().arguments().getLast()).storage();
  }
}
