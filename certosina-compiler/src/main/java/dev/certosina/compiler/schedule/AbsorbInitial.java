package dev.certosina.compiler.schedule;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.mapping.Contraction;
import dev.certosina.compiler.mapping.ContractionMatch;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Binary;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Starts a product's sums from the bias instead of adding it afterwards: `t[i,j] += a[i,k] *
/// b[k,j]; y[i,j] = t[i,j] + bias[j]` becomes one product with initial value `bias[j]` that writes
/// `y`. Costs nothing in a micro-kernel and saves a pass over the result.
public final class AbsorbInitial {

  /// @param program without the absorbed additions
  /// @param initials by name of the product's expression; coordinates over its column axis only
  public record Result(TensorProgram program, Map<String, Load> initials) {}

  private final TensorProgram program;
  private final Memory memory;
  private final Set<String> mapped;
  private final Map<String, Integer> reads = new HashMap<>();
  private final Map<String, Integer> writes = new HashMap<>();
  private final Set<String> shared = new HashSet<>();
  private final Map<String, Contraction> products = new LinkedHashMap<>();
  private final Map<String, TensorExpr> originals = new HashMap<>();
  private final Map<String, Load> initials = new LinkedHashMap<>();

  private AbsorbInitial(TensorProgram program, Memory memory, Set<String> mapped) {
    this.program = program;
    this.memory = memory;
    this.mapped = Set.copyOf(mapped);
    shared.addAll(program.outputs());
    for (Statement statement : program.statements()) {
      switch (statement) {
        case Statement.Alias(String target, String source) -> {
          shared.add(target);
          shared.add(source);
        }
        case Statement.Compute(TensorExpr expr) -> {
          writes.merge(expr.output(), 1, Integer::sum);
          Payloads.accesses(expr.payload())
              .forEach(access -> reads.merge(Payloads.tensor(access), 1, Integer::sum));
        }
      }
    }
  }

  public static Result apply(TensorProgram program, Memory memory) {
    return apply(program, memory, Set.of());
  }

  /// @param mapped names of expressions that stay as they are
  public static Result apply(TensorProgram program, Memory memory, Set<String> mapped) {
    return new AbsorbInitial(program, memory, mapped).run();
  }

  private Result run() {
    Map<String, TensorExpr> replaced = new HashMap<>();
    Set<String> dropped = new HashSet<>();
    for (Statement statement : program.statements()) {
      if (!(statement instanceof Statement.Compute(TensorExpr expr))
          || mapped.contains(expr.name())) {
        continue;
      }
      ContractionMatch.Result match = ContractionMatch.match(memory.linearize(expr), memory::type);
      if (match instanceof ContractionMatch.Result.Accepted(Contraction contraction)) {
        products.put(expr.output(), contraction);
        originals.put(expr.output(), expr);
        continue;
      }
      absorb(expr)
          .ifPresent(product -> {
            replaced.put(product.name(), product);
            dropped.add(expr.name());
          });
    }
    return new Result(rebuild(replaced, dropped), initials);
  }

  /// The product is computed where the addition stood, after everything it reads.
  private TensorProgram rebuild(Map<String, TensorExpr> replaced, Set<String> dropped) {
    List<Statement> statements = new ArrayList<>();
    for (Statement statement : program.statements()) {
      switch (statement) {
        case Statement.Alias _ -> statements.add(statement);
        case Statement.Compute(TensorExpr expr) -> {
          if (!dropped.contains(expr.name())) {
            statements.add(new Statement.Compute(replaced.getOrDefault(expr.name(), expr)));
          }
        }
      }
    }
    return new TensorProgram(
        program.tensors(),
        program.inputs(),
        program.outputs(),
        program.constants(),
        statements,
        program.guards(),
        program.checks());
  }

  private Optional<TensorExpr> absorb(TensorExpr sum) {
    if (sum.combiner() != Combiner.NONE
        || !(sum.payload() instanceof Binary(BinaryOperator operator, Load left, Load right))
        || operator != BinaryOperator.ADD) {
      return Optional.empty();
    }
    return absorb(sum, left, right).or(() -> absorb(sum, right, left));
  }

  private Optional<TensorExpr> absorb(TensorExpr sum, Load product, Load bias) {
    TensorExpr expr = originals.get(product.tensor());
    if (expr == null || !isConstant(bias.tensor()) || !isReadOnce(product.tensor())) {
      return Optional.empty();
    }
    Optional<Map<String, String>> renaming = renaming(sum, product, expr);
    if (renaming.isEmpty()) {
      return Optional.empty();
    }
    Map<String, IndexExpr> axes = new HashMap<>();
    renaming.get().forEach((from, to) -> axes.put(from, IndexExpr.axis(to)));
    Load renamed = (Load) Payloads.substituteAxes(bias, axis -> axisOf(axes, axis));
    String column = Objects.requireNonNull(products.get(product.tensor())).n().name();
    TensorExpr biased = biased(expr, sum, axes);
    if (!isPerColumn(renamed, column, sum.output()) || !isProductOver(column, biased)) {
      return Optional.empty();
    }
    initials.put(expr.name(), renamed);
    return Optional.of(biased);
  }

  /// True when one expression writes the tensor and one load, through no other name, reads it.
  private boolean isReadOnce(String tensor) {
    return !shared.contains(tensor)
        && writes.getOrDefault(tensor, 0) == 1
        && reads.getOrDefault(tensor, 0) == 1;
  }

  private boolean isPerColumn(Load bias, String column, String output) {
    return memory.address(bias.tensor(), bias.coordinates()).equals(IndexExpr.axis(column))
        && memory.type(bias.tensor()) == memory.type(output);
  }

  /// The product, stored where the sum would be.
  private static TensorExpr biased(
      TensorExpr product, TensorExpr sum, Map<String, IndexExpr> axes) {
    return new TensorExpr(
        product.name(),
        product.axes(),
        sum.output(),
        sum.write().stream().map(index -> index.substitute(axis -> axisOf(axes, axis))).toList(),
        product.combiner(),
        product.payload());
  }

  private static IndexExpr axisOf(Map<String, IndexExpr> axes, String axis) {
    return Objects.requireNonNull(axes.get(axis), axis);
  }

  /// The sum may store its result in an order that no micro-kernel writes.
  private boolean isProductOver(String column, TensorExpr expr) {
    return ContractionMatch.match(memory.linearize(expr), memory::type)
            instanceof ContractionMatch.Result.Accepted(Contraction contraction)
        && contraction.n().name().equals(column);
  }

  /// The product's axis for each axis of the sum, when both walk the same elements, all of them.
  private static Optional<Map<String, String>> renaming(
      TensorExpr sum, Load product, TensorExpr expr) {
    Map<String, String> axes = new LinkedHashMap<>();
    for (int d = 0; d < product.coordinates().size(); d++) {
      IndexExpr read = product.coordinates().get(d);
      IndexExpr written = expr.write().get(d);
      boolean bothAxes = isAxis(read) && isAxis(written);
      if (bothAxes) {
        axes.put(read.terms().getFirst().axis(), written.terms().getFirst().axis());
      } else if (!read.equals(written) || !read.terms().isEmpty()) {
        return Optional.empty();
      }
    }
    boolean oneToOne =
        axes.size() == sum.axes().size() && Set.copyOf(axes.values()).size() == axes.size();
    boolean all =
        axes.entrySet().stream()
            .allMatch(pair -> extent(sum, pair.getKey()).equals(extent(expr, pair.getValue())));
    return oneToOne && all ? Optional.of(axes) : Optional.empty();
  }

  private static Dim extent(TensorExpr expr, String axis) {
    return expr.axes().stream()
        .filter(candidate -> candidate.name().equals(axis))
        .map(TensorExpr.Axis::extent)
        .findFirst()
        .orElseThrow();
  }

  private static boolean isAxis(IndexExpr index) {
    return index.terms().size() == 1
        && index.offset().equals(Dims.constant(0))
        && index.terms().getFirst().coefficient().equals(Dims.constant(1));
  }

  private boolean isConstant(String tensor) {
    return program.constants().stream()
        .anyMatch(constant -> constant.tensor().equals(memory.owner(tensor)));
  }
}
