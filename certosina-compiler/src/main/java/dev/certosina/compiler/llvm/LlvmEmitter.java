package dev.certosina.compiler.llvm;

import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.target.Target;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Prints a module of kernels as LLVM IR: the driver, the kernels in their order, then the
/// intrinsics they use, sorted.
///
/// Kernels must have passed the kernel verifier.
public final class LlvmEmitter {
  private static final Pattern FUNCTION = Pattern.compile("@[\\w.$-]+");

  private LlvmEmitter() {}

  /// @param checked whether every load and store is tested against its buffer's extent
  /// @return LLVM IR text; the same for the same arguments
  public static String emit(KernelModule module, Target target, boolean checked) {
    Platform platform = Platform.of(target);
    Set<String> declarations = new TreeSet<>();
    StringBuilder text = new StringBuilder();
    text.append("target triple = \"").append(target.triple()).append("\"\n\n");
    text.append(EmitDriver.emit(platform, declarations)).append('\n');
    text.append(EmitReport.FUNCTION).append('\n');
    for (int i = 0; i < module.kernels().size(); i++) {
      EmitKernel kernel =
          new EmitKernel(module.kernels().get(i), i, platform, checked, declarations);
      text.append(kernel.emit()).append('\n');
    }
    uniqueFunctions(declarations).forEach(line -> text.append(line).append('\n'));
    int vectorBits = target.vectorBytes() * Byte.SIZE;
    text.append(
        """

        attributes #0 = { nounwind "no-builtins" "no-jump-tables"="true" "prefer-vector-width"="%d" }
        attributes #1 = { nounwind noinline cold "no-builtins" }
        !0 = !{}
        """
            .formatted(vectorBits));
    return text.toString();
  }

  /// One line per function: instructions' own declarations may be spelled differently.
  private static Collection<String> uniqueFunctions(Set<String> declarations) {
    Map<String, String> byName = new LinkedHashMap<>();
    for (String line : declarations) {
      Matcher name = FUNCTION.matcher(line);
      byName.putIfAbsent(name.find() ? name.group() : line, line);
    }
    return byName.values();
  }
}
