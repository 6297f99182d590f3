package dev.certosina.compiler.schedule;

import dev.certosina.InternalCompilerException;
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
/// group wrote, only the same row; else it opens a group of its own. This is the syntactic form of
/// the legality test; dependence analysis by isl replaces [RowSpace#staysInRow] later.
public final class FormGroups {
  private final Memory memory;
  private final Map<String, Load> initials;
  private final List<OpenGroup> groups = new ArrayList<>();

  private FormGroups(Memory memory, Map<String, Load> initials) {
    this.memory = memory;
    this.initials = initials;
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
  static List<OpenGroup> apply(TensorProgram program, Memory memory, Map<String, Load> initials) {
    FormGroups pass = new FormGroups(memory, initials);
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

  private boolean join(OpenGroup group, Operation operation) {
    Optional<List<Axis>> axes = RowSpace.matching(operation, group.extents());
    if (axes.isEmpty()) {
      return false;
    }
    Operation candidate = renamed(operation, axes.get(), group);
    for (Payload read : reads(candidate)) {
      for (Operation earlier : group.operations()) {
        boolean depends =
            memory.owner(tensorOf(read)).equals(memory.owner(earlier.expr().output()));
        if (depends
            && (isRightOperand(read, candidate)
                || !RowSpace.staysInRow(read, earlier.expr(), group.axisNames(), memory))) {
          return false;
        }
      }
    }
    group.operations().add(candidate);
    return true;
  }

  /// Right operands are packed, if at all, before the group runs.
  private boolean isRightOperand(Payload read, Operation operation) {
    return operation.product().isPresent()
        && operation.product().get().b().tensor().equals(memory.owner(tensorOf(read)));
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

  private static List<Payload> reads(Operation operation) {
    return Payloads.accesses(operation.expr().payload());
  }

  private static String tensorOf(Payload access) {
    return access instanceof Payload.Gather gather ? gather.tensor() : ((Load) access).tensor();
  }
}
