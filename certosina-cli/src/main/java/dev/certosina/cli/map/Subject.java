package dev.certosina.cli.map;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.EnumerateMappings;
import dev.certosina.compiler.mapping.operators.OperatorOptions;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.runtime.dim.Dim;
import java.util.List;
import java.util.Map;

/// What is to be mapped.
public interface Subject {

  /// The operator's name, or `expression`.
  String name();

  /// The computation, with the intrinsic's element types unless others were asked for.
  Computation computation(Intrinsic intrinsic);

  /// The same with small extents, for checks by interpretation.
  List<Computation> samples(Intrinsic intrinsic);

  /// The first intrinsic whose statement and types are the subject's.
  ///
  /// @throws ModelException where the accelerator has none
  default Intrinsic firstFitting(Accelerator accelerator) {
    return accelerator.intrinsics().stream()
        .filter(intrinsic -> EnumerateMappings.fits(computation(intrinsic), intrinsic))
        .findFirst()
        .orElseThrow(() ->
            new ModelException(
                "%s: no intrinsic of %s computes such a statement"
                    .formatted(name(), accelerator.name())));
  }

  /// @param text an index expression, or an operator with an optional configuration
  /// @param sizes extents of axes or dims of an expression, or sizes of an operator
  /// @param types element types by tensor; others are the intrinsic's
  /// @param batch of operators
  static Subject of(
      String text, Map<String, Long> sizes, Map<String, ElementType> types, Dim batch) {
    boolean isExpression = text.indexOf('[') >= 0 || text.indexOf('=') >= 0;
    return isExpression
        ? ExpressionSubject.of(text, sizes, types)
        : OperatorSubject.of(text, sizes, types, OperatorOptions.DEFAULT.withBatch(batch));
  }
}
