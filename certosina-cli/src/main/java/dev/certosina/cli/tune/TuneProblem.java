package dev.certosina.cli.tune;

import dev.certosina.compiler.mapping.operators.Layout;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.compiler.mapping.operators.OperatorOptions;
import dev.certosina.compiler.mapping.operators.Operators;
import dev.certosina.compiler.mapping.operators.PhaseDecomposition;
import dev.certosina.compiler.texpr.Computation;
import java.util.ArrayList;
import java.util.List;

/// One computation to tune.
///
/// @param name for example `c2d:5`; `t2d:3 part 2` where an operator is several computations
public record TuneProblem(String name, Computation computation) {

  /// The computations that run when an operator does: of a transposed convolution its parts.
  ///
  /// @param names operators with all their configurations (`c2d`), or single ones (`c2d:5`); all
  ///   operators if empty
  /// @throws dev.certosina.ModelException for unknown ones
  public static List<TuneProblem> of(List<String> names, long batch, Layout layout) {
    OperatorOptions options = OperatorOptions.DEFAULT.withBatch(batch).withLayout(layout);
    List<TuneProblem> problems = new ArrayList<>();
    for (String name : names.isEmpty() ? Operators.names() : names) {
      if (name.contains(":")) {
        Operators.Selection selection = Operators.select(name);
        problems.addAll(problems(selection.operator(), selection.configuration(), options));
      } else {
        Operator operator = Operators.find(name);
        operator
            .configurations()
            .forEach(configuration -> problems.addAll(problems(operator, configuration, options)));
      }
    }
    return problems;
  }

  private static List<TuneProblem> problems(
      Operator operator, Configuration configuration, OperatorOptions options) {
    String label = configuration.label();
    List<Computation> computations =
        operator
            .phases(configuration, options)
            .map(PhaseDecomposition::parts)
            .orElseGet(() -> List.of(operator.computation(configuration, options)));
    if (computations.size() == 1) {
      return List.of(new TuneProblem(label, computations.getFirst()));
    }
    List<TuneProblem> problems = new ArrayList<>();
    for (Computation part : computations) {
      problems.add(new TuneProblem("%s part %d".formatted(label, problems.size() + 1), part));
    }
    return problems;
  }
}
