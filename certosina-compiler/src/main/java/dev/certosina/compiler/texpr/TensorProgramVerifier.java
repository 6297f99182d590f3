package dev.certosina.compiler.texpr;

import dev.certosina.InternalCompilerException;
import dev.certosina.ModelException;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram.Constant;
import dev.certosina.compiler.texpr.TensorProgram.Statement.Alias;
import dev.certosina.compiler.texpr.TensorProgram.Statement.Compute;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Finds what is wrong with a tensor program.
///
/// Names, kinds, ranks, types and order are checked fully. Bounds of accesses, and that the writes
/// to one tensor are disjoint and cover it, depend on dims: they are reported only where they are
/// wrong for all shapes.
public final class TensorProgramVerifier {
  private final TensorProgram program;
  private final Map<String, Tensor> tensors = new LinkedHashMap<>();
  private final Set<String> defined = new HashSet<>();
  private final Set<String> read = new HashSet<>();
  private final Set<String> expressionNames = new HashSet<>();
  private final Map<String, List<TensorExpr>> writers = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  /// The expressions in which loads that a select may skip count as made at every point.
  private final Predicate<TensorExpr> everyLoad;

  private TensorProgramVerifier(TensorProgram program, Predicate<TensorExpr> everyLoad) {
    this.program = program;
    this.everyLoad = everyLoad;
  }

  /// One line per problem, each starting with its place; empty for a sound program.
  public static List<String> problems(TensorProgram program) {
    return new TensorProgramVerifier(program, _ -> false).run();
  }

  /// Refuses a sound program with a load that is outside its tensor where a select skips it:
  /// kernels of stages evaluate both cases.
  public static void requireLoadsInside(TensorProgram program) {
    requireLoadsInside(program, Set.of());
  }

  /// As [#requireLoadsInside(TensorProgram)], for all expressions but those with the names
  /// `mapped`, which no stage evaluates.
  public static void requireLoadsInside(TensorProgram program, Set<String> mapped) {
    List<String> problems =
        new TensorProgramVerifier(program, expr -> !mapped.contains(expr.name())).run();
    if (!problems.isEmpty()) {
      throw new ModelException(problems.getFirst() + ", which kernels of stages cannot skip");
    }
  }

  /// Throws [InternalCompilerException] with the first problem, if there is one.
  public static void verify(TensorProgram program) {
    List<String> problems = problems(program);
    if (!problems.isEmpty()) {
      throw new InternalCompilerException("invalid tensor program: " + problems.getFirst());
    }
  }

  private List<String> run() {
    program.tensors().forEach(this::declare);
    program.inputs().forEach(input -> define("input", input));
    program.constants().forEach(this::constant);
    for (TensorProgram.Statement statement : program.statements()) {
      switch (statement) {
        case Alias alias -> alias(alias);
        case Compute(TensorExpr expr) -> compute(expr);
      }
    }
    writers.forEach(this::coverage);
    for (String output : program.outputs()) {
      if (!isReadable(output)) {
        report("output", output, "found no definition, needed a tensor that holds something");
      }
    }
    return problems;
  }

  private void declare(Tensor tensor) {
    if (tensors.putIfAbsent(tensor.name(), tensor) != null) {
      report("tensor", tensor.name(), "found a second declaration, needed one");
    }
    if (!tensor.type().isComputable()) {
      report("tensor", tensor.name(), "found type " + tensor.type() + ", needed a computable one");
    }
  }

  private void define(String kind, String name) {
    if (!tensors.containsKey(name)) {
      report(kind, name, "found no declaration");
    }
    if (writers.containsKey(name) || !defined.add(name)) {
      report(kind, name, "found a second definition, needed one");
    }
  }

  private void constant(Constant constant) {
    define("constant", constant.tensor());
    Tensor tensor = tensors.get(constant.tensor());
    List<Dim> shape = constant.value().shape().stream().map(Dims::constant).toList();
    if (tensor != null
        && (tensor.type() != constant.value().type() || !tensor.shape().equals(shape))) {
      report(
          "constant",
          constant.tensor(),
          "found data of type %s and shape %s, needed those of %s"
              .formatted(
                  constant.value().type(),
                  constant.value().shape(),
                  TensorProgramPrinter.print(tensor)));
    }
    long bytes =
        TensorValue.of(constant.value()).elementCount() * constant.value().type().byteSize();
    if (constant.value().data().byteSize() != bytes) {
      report(
          "constant",
          constant.tensor(),
          "found %d bytes, needed %d".formatted(constant.value().data().byteSize(), bytes));
    }
  }

  private void alias(Alias alias) {
    if (!isReadable(alias.source())) {
      report("alias", alias.target(), "'" + alias.source() + "' holds nothing yet");
    }
    read.add(alias.source());
    define("alias", alias.target());
    Tensor target = tensors.get(alias.target());
    Tensor source = tensors.get(alias.source());
    if (target == null || source == null) {
      return;
    }
    Dim targetCount = Dims.multiply(target.shape());
    Dim sourceCount = Dims.multiply(source.shape());
    boolean differ =
        Dims.isConstant(targetCount)
            && Dims.isConstant(sourceCount)
            && !targetCount.equals(sourceCount);
    if (differ || target.type() != source.type()) {
      report(
          "alias",
          alias.target(),
          "found %s, needed the size and type of %s"
              .formatted(TensorProgramPrinter.print(target), TensorProgramPrinter.print(source)));
    }
  }

  private void compute(TensorExpr expr) {
    if (!expressionNames.add(expr.name())) {
      report("expression", expr.name(), "found a second one of this name, needed one");
    }
    if (defined.contains(expr.output())) {
      report(
          "expression", expr.name(), "writes '" + expr.output() + "', which is not its to write");
    }
    if (read.contains(expr.output())) {
      report("expression", expr.name(), "writes '" + expr.output() + "' after it was read");
    }
    boolean known = tensors.containsKey(expr.output());
    for (String source : Payloads.tensors(expr.payload())) {
      read.add(source);
      known &= tensors.containsKey(source);
      if (!isReadable(source) || source.equals(expr.output())) {
        report("expression", expr.name(), "reads '" + source + "', which holds nothing yet");
      }
    }
    writers.computeIfAbsent(expr.output(), _ -> new ArrayList<>()).add(expr);
    if (known) {
      new TensorExprVerifier(
              expr,
              tensors,
              everyLoad.test(expr),
              problem -> report("expression", expr.name(), problem))
          .run();
    } else {
      report("expression", expr.name(), "mentions a tensor that is not declared");
    }
  }

  /// Whether the expressions that write one tensor write each element once, judged by counts.
  private void coverage(String name, List<TensorExpr> expressions) {
    Tensor tensor = tensors.get(name);
    if (tensor == null) {
      return;
    }
    List<Dim> written = expressions.stream().map(TensorExprVerifier::writtenCount).toList();
    Dim sum = Dims.add(written);
    Dim count = Dims.multiply(tensor.shape());
    if (Dims.isConstant(sum) && Dims.isConstant(count) && !sum.equals(count)) {
      report(
          "tensor",
          name,
          "found %s elements written, needed %s".formatted(Dims.print(sum), Dims.print(count)));
    }
  }

  private boolean isReadable(String name) {
    return defined.contains(name) || writers.containsKey(name);
  }

  private void report(String kind, String name, String problem) {
    problems.add("%s '%s': %s".formatted(kind, name, problem).replace('\n', ' '));
  }
}
