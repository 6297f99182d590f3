package dev.certosina.compiler.search;

import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.compiler.texpr.Computation;
import java.util.stream.Collectors;

/// What measured times hold for: only under an equal key do they mean anything.
///
/// @param computation see [#signature]
/// @param target the canonical name of the target that code was generated for
/// @param threads that ran the tasks
/// @param version of the compiler: its code generator decides the times too
/// @param processor the model of the CPU
public record TuningKey(
    String computation, String target, int threads, String version, String processor) {

  /// Everything about a computation that candidates depend on, in one line: statement, extents,
  /// element types and which tensors are constants.
  public static String signature(Computation computation) {
    return String.join(
        "; ",
        IndexStatementPrinter.print(computation.statement()),
        computation.axes().stream()
            .map(axis -> axis.name() + "=" + Extents.of(axis))
            .collect(Collectors.joining(" ")),
        computation.tensors().stream()
            .map(tensor ->
                "%s:%s%s"
                    .formatted(
                        tensor.name(),
                        tensor.type(),
                        tensor.shape().stream().map(Extents::of).toList()))
            .collect(Collectors.joining(" ")),
        "constants " + String.join(" ", computation.constants()));
  }

  /// One line, the first of a log.
  public String print() {
    return String.join(
        " | ",
        "certosina tuning log 1",
        computation,
        target,
        threads + " threads",
        version,
        processor);
  }
}
