package dev.certosina.compiler.mapping.operators;

import dev.certosina.ModelException;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorProgram;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One of the fifteen operators.
///
/// @param name for example `c2d`
/// @param parameters the names of its sizes, in the order of the configurations
/// @param configurations of AMOS's benchmark scripts, counted from 0
/// @param samples small configurations with awkward sizes, for checks by interpretation
public record Operator(
    String name,
    String description,
    List<String> parameters,
    List<Configuration> configurations,
    List<Configuration> samples,
    Definition definition) {

  public Operator {
    parameters = List.copyOf(parameters);
    configurations = List.copyOf(configurations);
    samples = List.copyOf(samples);
  }

  /// Values for the sizes of an operator.
  ///
  /// @param label for example `c2d:5`; `c2d~0` for a sample
  /// @param sizes by parameter, in the operator's order
  public record Configuration(String label, Map<String, Long> sizes) {
    public Configuration {
      sizes = Collections.unmodifiableMap(new LinkedHashMap<>(sizes));
    }

    /// As in `c2d:5 C=128 H=28 K=128 R=3 stride=1 pad=1`.
    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(label);
      sizes.forEach(
          (parameter, size) -> text.append(' ').append(parameter).append('=').append(size));
      return text.toString();
    }
  }

  /// How the statement and the program come out of the sizes.
  interface Definition {

    /// The statement with sizes by name, as in `O[n,k,p] += I[n,c,p*stride+r-pad | 0] * W[k,c,r]`.
    String formula(Layout layout);

    Computation computation(Problem problem);

    TensorProgram program(Problem problem);

    /// The operator without the matrix product that it is written as, if it is none by nature.
    default Optional<TensorProgram> direct(Problem problem) {
      return Optional.empty();
    }

    /// Another way to compute the same, if there is one.
    default Optional<PhaseDecomposition> phases(Problem problem) {
      return Optional.empty();
    }
  }

  /// The main statement with sizes by name.
  public String formula(Layout layout) {
    return definition.formula(layout);
  }

  /// The configuration of that number.
  public Configuration configuration(int number) {
    if (number < 0 || number >= configurations.size()) {
      throw new ModelException(
          "operator '%s': found configuration %d, needed 0 to %d"
              .formatted(name, number, configurations.size() - 1));
    }
    return configurations.get(number);
  }

  /// A configuration of other sizes, one per parameter.
  public Configuration configuration(long... sizes) {
    return configuration(name, parameters, sizes);
  }

  /// What gets mapped.
  public Computation computation(Configuration configuration, OperatorOptions options) {
    return definition.computation(new Problem(name, configuration.sizes(), options));
  }

  /// The whole operator: what comes before the main computation, then that. Weights are inputs; the
  /// batch is a constant.
  public TensorProgram program(Configuration configuration, OperatorOptions options) {
    return definition.program(new Problem(name, configuration.sizes(), options));
  }

  /// Means, variances and running sums as what they are, without the constant matrix that makes a
  /// product of them; empty for every other operator, and where the batch is open.
  public Optional<TensorProgram> direct(Configuration configuration, OperatorOptions options) {
    return definition.direct(new Problem(name, configuration.sizes(), options));
  }

  /// `t2d` by one convolution of the image itself for each residue of the output's position modulo
  /// the stride; empty for every other operator.
  public Optional<PhaseDecomposition> phases(Configuration configuration, OperatorOptions options) {
    return definition.phases(new Problem(name, configuration.sizes(), options));
  }

  static Configuration configuration(String label, List<String> parameters, long... sizes) {
    if (sizes.length != parameters.size()) {
      throw new ModelException(
          "%s: found %d sizes, needed %s".formatted(label, sizes.length, parameters));
    }
    Map<String, Long> named = new LinkedHashMap<>();
    for (int i = 0; i < sizes.length; i++) {
      named.put(parameters.get(i), sizes[i]);
    }
    return new Configuration(label, named);
  }

  /// @param rows sizes of the configurations
  /// @param samples sizes of the samples
  static Operator of(
      String name,
      String description,
      String parameters,
      Definition definition,
      long[][] rows,
      long[][] samples) {
    List<String> names = List.of(parameters.split(" "));
    return new Operator(
        name,
        description,
        names,
        label(name + ":", names, rows),
        label(name + "~", names, samples),
        definition);
  }

  private static List<Configuration> label(String prefix, List<String> names, long[][] rows) {
    List<Configuration> labelled = new ArrayList<>();
    for (long[] row : rows) {
      labelled.add(configuration(prefix + labelled.size(), names, row));
    }
    return labelled;
  }
}
