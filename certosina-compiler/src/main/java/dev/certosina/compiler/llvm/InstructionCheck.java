package dev.certosina.compiler.llvm;

import dev.certosina.InternalCompilerException;
import dev.certosina.ModelException;
import dev.certosina.compiler.kernel.IntrinsicTypes;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelExprs;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Target;
import java.util.ArrayList;
import java.util.List;

/// Finds out whether LLVM makes code of an instruction's template.
public final class InstructionCheck {
  private InstructionCheck() {}

  /// Compiles a kernel that executes the instruction once.
  ///
  /// LLVM ends the process for some templates, such as one whose instruction `target` does not
  /// have; so do this in a process of its own for a template from elsewhere.
  ///
  /// @throws ModelException for a template that LLVM refuses, with its reason
  public static void require(KernelCompiler compiler, Intrinsic intrinsic, Target target) {
    try {
      compiler.compile(new KernelModule(List.of(kernel(intrinsic))), target, false);
    } catch (InternalCompilerException refusal) {
      String reason = String.valueOf(refusal.getMessage()).lines().findFirst().orElse("");
      throw new ModelException(
          "instruction '%s': its emission cannot be compiled: %s"
              .formatted(intrinsic.name(), reason.replaceFirst("kernels:\\d+:\\d+: error: ", "")),
          refusal);
    }
  }

  private static Kernel kernel(Intrinsic intrinsic) {
    List<Type> types = IntrinsicTypes.operands(intrinsic);
    var b = new KernelBuilder("check", Linkage.ENTRY);
    List<Expr> operands = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      b.scalar("extent" + i);
      Access access = i == 0 ? Access.READ_WRITE : Access.READ;
      b.buffer("operand" + i, types.get(i).element(), access, "extent" + i);
      operands.add(KernelExprs.load("operand" + i, types.get(i), KernelExprs.index(0)));
    }
    b.store("operand0", KernelExprs.index(0), new Expr.Invoke(intrinsic, operands));
    return b.build();
  }
}
