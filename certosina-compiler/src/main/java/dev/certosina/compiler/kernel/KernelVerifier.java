package dev.certosina.compiler.kernel;

import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Parameter;
import dev.certosina.compiler.kernel.Kernel.Stmt;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks that kernels are well formed: types, names, buffers and their access, calls.
///
/// What depends on values is the [KernelInterpreter]'s to check.
public final class KernelVerifier {
  private KernelVerifier() {}

  /// One line for everything wrong; empty when the module may be compiled.
  public static List<String> verify(KernelModule module) {
    List<String> problems = new ArrayList<>();
    for (Kernel kernel : module.kernels()) {
      var diagnostics = new KernelDiagnostics(kernel, problems);
      checkHead(diagnostics, kernel);
      new StatementVerifier(diagnostics, module, kernel).verify();
      checkRecursion(diagnostics, module, kernel);
    }
    return List.copyOf(problems);
  }

  /// Refuses a module that is not well formed.
  public static void requireValid(KernelModule module) {
    List<String> problems = verify(module);
    if (!problems.isEmpty()) {
      String more = problems.size() > 1 ? " (and " + (problems.size() - 1) + " more)" : "";
      throw new InternalCompilerException(problems.getFirst() + more);
    }
  }

  private static void checkHead(KernelDiagnostics diagnostics, Kernel kernel) {
    diagnostics.require(isName(kernel.name()), "name is not made of letters, digits and _");
    Set<String> names = new LinkedHashSet<>();
    for (Parameter parameter : kernel.parameters()) {
      String name = parameter.name();
      diagnostics.require(isName(name), "parameter '" + name + "': not a name");
      diagnostics.require(names.add(name), "parameter '" + name + "': declared twice");
      if (parameter instanceof Parameter.Buffer buffer) {
        boolean computable = buffer.type().isComputable();
        diagnostics.require(computable, "buffer '" + name + "': type " + buffer.type());
        boolean bounded = kernel.parameters().contains(new Parameter.Scalar(buffer.extent()));
        diagnostics.require(
            bounded,
            "buffer '" + name + "': extent '" + buffer.extent() + "' is no scalar parameter");
      }
    }
  }

  static boolean isName(String text) {
    return text.matches("[A-Za-z_][A-Za-z0-9_]*");
  }

  private static void checkRecursion(
      KernelDiagnostics diagnostics, KernelModule module, Kernel kernel) {
    Set<String> reached = new LinkedHashSet<>();
    List<Kernel> pending = new ArrayList<>(List.of(kernel));
    while (!pending.isEmpty()) {
      for (String callee : callees(pending.removeLast())) {
        Optional<Kernel> target = module.kernel(callee);
        if (reached.add(callee) && target.isPresent()) {
          pending.add(target.get());
        }
      }
    }
    boolean internal = kernel.linkage() == Linkage.INTERNAL;
    diagnostics.require(!internal || !reached.contains(kernel.name()), "calls itself");
  }

  private static Set<String> callees(Kernel kernel) {
    Set<String> names = new LinkedHashSet<>();
    Kernels.forEachStatement(
        kernel.body(),
        statement -> {
          if (statement instanceof Stmt.Call call) {
            names.add(call.kernel());
          }
        });
    return names;
  }
}
