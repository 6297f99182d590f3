package dev.certosina.bench.amos;

import dev.certosina.Options;
import dev.certosina.bench.ours.OperatorBinding;
import dev.certosina.bench.ours.OurOperators;
import dev.certosina.bench.suite.Suite;
import dev.certosina.bench.suite.SuiteCase;
import dev.certosina.cli.tune.TunedCandidates;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.compiler.mapping.operators.Operators;
import dev.certosina.compiler.pipeline.CompileOptions;
import dev.certosina.runtime.cache.ModelCache;
import java.nio.file.Path;
import java.util.List;

/// The fifteen operators of AMOS in all configurations, f32, batch 1, under the schedules that
/// `tune` found on this machine.
public final class AmosSuite implements Suite {
  private final Options wanted;

  /// @param wanted the target of our code, and the threads of each engine
  public AmosSuite(Options wanted) {
    this.wanted = wanted;
  }

  @Override
  public String name() {
    return "amos";
  }

  @Override
  public String groups() {
    return "operators";
  }

  @Override
  public String examples() {
    return "gmm:0 and c2d:5";
  }

  @Override
  public List<List<SuiteCase>> cases(Path folder) {
    OurOperators ours = ours(folder);
    return Operators.all().stream()
        .map(operator ->
            operator.configurations().stream()
                .map(configuration -> of(ours, operator, configuration))
                .toList())
        .toList();
  }

  @Override
  public SuiteCase smallest(Path folder) {
    Operator product = Operators.find("gmm");
    return of(ours(folder), product, product.configuration(1, 1, 1));
  }

  @Override
  public String asked(String group) {
    return AmosProblems.asked(group);
  }

  private OurOperators ours(Path folder) {
    CompileOptions options = CompileOptions.of(wanted);
    Path cache = ModelCache.folder(wanted);
    var candidates = new TunedCandidates(cache, options.targets().getFirst(), wanted.threads());
    return new OurOperators(options, candidates, wanted.threads(), folder);
  }

  private static SuiteCase of(OurOperators ours, Operator operator, Configuration configuration) {
    OperatorBinding binding = AmosProblems.of(operator, configuration);
    return new SuiteCase(
        configuration.label(),
        operator.name(),
        binding.problem(),
        1,
        operands -> ours.prepare(operator, configuration, binding, operands));
  }
}
