package dev.certosina.cli.tune;

import dev.certosina.compiler.mapping.operators.Layout;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.compiler.mapping.operators.OperatorOptions;
import dev.certosina.compiler.mapping.operators.Operators;
import dev.certosina.compiler.texpr.Computation;
import java.util.ArrayList;
import java.util.List;

/// One computation to tune.
///
/// @param name for example `c2d:5`
public record TuneProblem(String name, Computation computation) {

  /// @param names operators with all their configurations (`c2d`), or single ones (`c2d:5`); all
  ///   operators if empty
  /// @throws dev.certosina.ModelException for unknown ones
  public static List<TuneProblem> of(List<String> names, long batch, Layout layout) {
    OperatorOptions options = OperatorOptions.DEFAULT.withBatch(batch).withLayout(layout);
    List<TuneProblem> problems = new ArrayList<>();
    for (String name : names.isEmpty() ? Operators.names() : names) {
      if (name.contains(":")) {
        Operators.Selection selection = Operators.select(name);
        problems.add(problem(selection.operator(), selection.configuration(), options));
      } else {
        Operator operator = Operators.find(name);
        operator
            .configurations()
            .forEach(configuration -> problems.add(problem(operator, configuration, options)));
      }
    }
    return problems;
  }

  private static TuneProblem problem(
      Operator operator, Configuration configuration, OperatorOptions options) {
    return new TuneProblem(configuration.label(), operator.computation(configuration, options));
  }
}
