package dev.certosina.compiler.schedule;

import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.mapping.Contraction;
import dev.certosina.compiler.mapping.ContractionMatch;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import dev.certosina.runtime.dim.Dim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Puts expressions, in order, into groups that share a row space.
///
/// An expression joins the latest group when it has axes of the same extents and reads, of what the
/// group wrote, only the same row; else it opens a group of its own. One that could have more rows
/// by itself joins only if it reads what the group wrote. This is the syntactic form of the
/// legality test; dependence analysis by isl replaces [RowSpace#staysInRow] later.
public final class FormGroups {
  private final Memory memory;
  private final Map<String, Load> initials;
  private final Set<String> mapped;
  private final List<OpenGroup> groups = new ArrayList<>();

  private FormGroups(Memory memory, Map<String, Load> initials, Set<String> mapped) {
    this.memory = memory;
    this.initials = initials;
    this.mapped = Set.copyOf(mapped);
  }

  /// A group while it grows: row-space axes have the names `g0`, `g1`, …
  record OpenGroup(List<Axis> rowSpace, List<Operation> operations) {
    List<String> axisNames() {
      return rowSpace.stream().map(Axis::name).toList();
    }

    List<Dim> extents() {
      return rowSpace.stream().map(Axis::extent).toList();
    }
  }

  /// @param initials by expression name, from [AbsorbInitial]
  /// @param mapped names of expressions that stay alone, with their own axes and no row space
  static List<OpenGroup> apply(
      TensorProgram program, Memory memory, Map<String, Load> initials, Set<String> mapped) {
    FormGroups pass = new FormGroups(memory, initials, mapped);
    for (Statement statement : program.statements()) {
      if (statement instanceof Statement.Compute(TensorExpr expr)) {
        pass.add(pass.operation(expr));
      }
    }
    return pass.groups;
  }

  private Operation operation(TensorExpr expr) {
    ContractionMatch.Result match = ContractionMatch.match(memory.linearize(expr), memory::type);
    Optional<Contraction> product =
        match instanceof ContractionMatch.Result.Accepted(Contraction parts)
            ? Optional.of(parts)
            : Optional.empty();
    Optional<Load> initial = Optional.ofNullable(initials.get(expr.name()));
    if (initial.isPresent() && product.isEmpty()) {
      throw new InternalCompilerException(
          "expression '" + expr.name() + "' has an initial value but is no matrix product");
    }
    return new Operation(expr, product, initial);
  }

  private void add(Operation operation) {
    if (isMapped(operation)) {
      groups.add(new OpenGroup(List.of(), new ArrayList<>(List.of(operation))));
      return;
    }
    if (!groups.isEmpty() && join(groups.getLast(), operation)) {
      return;
    }
    List<Axis> own = RowSpace.preferred(operation);
    List<Axis> rowSpace = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      rowSpace.add(new Axis("g" + i, own.get(i).extent(), own.get(i).kind()));
    }
    OpenGroup group = new OpenGroup(rowSpace, new ArrayList<>());
    group.operations().add(renamed(operation, own, group));
    groups.add(group);
  }

  private boolean isMapped(Operation operation) {
    return mapped.contains(operation.expr().name());
  }

  private boolean join(OpenGroup group, Operation operation) {
    if (isMapped(group.operations().getFirst())) {
      return false;
    }
    Optional<List<Axis>> axes = RowSpace.matching(operation, group.extents());
    if (axes.isEmpty()) {
      return false;
    }
    Operation candidate = renamed(operation, axes.get(), group);
    List<Dependence> dependences = dependences(group, candidate);
    boolean legal =
        dependences.stream()
            .allMatch(dependence ->
                !isRightOperand(dependence.read(), candidate)
                    && RowSpace.staysInRow(
                        dependence.read(), dependence.writer(), group.axisNames(), memory));
    if (!legal || losesRows(group, operation, dependences) || losesMerging(group, candidate)) {
      return false;
    }
    group.operations().add(candidate);
    return true;
  }

  /// A read of what an expression of the group wrote.
  private record Dependence(Payload read, TensorExpr writer) {}

  private List<Dependence> dependences(OpenGroup group, Operation candidate) {
    List<Dependence> found = new ArrayList<>();
    for (Payload read : Payloads.accesses(candidate.expr().payload())) {
      for (Operation earlier : group.operations()) {
        if (memory.owner(Payloads.tensor(read)).equals(memory.owner(earlier.expr().output()))) {
          found.add(new Dependence(read, earlier.expr()));
        }
      }
    }
    return found;
  }

  /// An operation that needs nothing of the group keeps all the rows that it has alone.
  private static boolean losesRows(
      OpenGroup group, Operation operation, List<Dependence> dependences) {
    return dependences.isEmpty() && RowSpace.preferred(operation).size() > group.extents().size();
  }

  /// A product with one right operand for all rows reads it once per task: it runs over all rows as
  /// one axis where it can, rather than with others that cannot.
  private boolean losesMerging(OpenGroup group, Operation candidate) {
    List<Operation> together = new ArrayList<>(group.operations());
    together.add(candidate);
    List<Operation> products = together.stream().filter(FormGroups::sharesRightOperand).toList();
    if (products.isEmpty()) {
      return false;
    }
    int axes = mergedAxes(group, together);
    return products.stream().anyMatch(product -> axes > mergedAxes(group, List.of(product)));
  }

  private static boolean sharesRightOperand(Operation operation) {
    return operation.product().isPresent() && operation.product().get().batch().isEmpty();
  }

  private int mergedAxes(OpenGroup group, List<Operation> operations) {
    List<TensorExpr> exprs =
        operations.stream().map(operation -> memory.linearize(operation.expr())).toList();
    List<IndexExpr> forms = new ArrayList<>();
    Set<String> unmergeable = new HashSet<>();
    StageForms.collect(new Stage.Rows(exprs), forms, unmergeable);
    return MergeAxes.merge(group.rowSpace(), forms, unmergeable).axes().size();
  }

  /// Right operands are packed, if at all, before the group runs.
  private boolean isRightOperand(Payload read, Operation operation) {
    return operation.product().isPresent()
        && operation.product().get().b().tensor().equals(memory.owner(Payloads.tensor(read)));
  }

  /// Row-space axes get the group's names, all others names of their own.
  private static Operation renamed(Operation operation, List<Axis> rowAxes, OpenGroup group) {
    Map<String, String> names = new HashMap<>();
    for (int i = 0; i < rowAxes.size(); i++) {
      names.put(rowAxes.get(i).name(), "g" + i);
    }
    Set<String> taken = new HashSet<>(names.keySet());
    int position = group.operations().size();
    for (Axis axis : operation.expr().axes()) {
      if (!taken.contains(axis.name())) {
        names.put(axis.name(), "e" + position + "." + axis.name());
      }
    }
    return operation.rename(names);
  }
}
