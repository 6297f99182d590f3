package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Binary;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Convert;
import dev.certosina.compiler.texpr.TensorExpr.Payload.FloatConstant;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Gather;
import dev.certosina.compiler.texpr.TensorExpr.Payload.IndexValue;
import dev.certosina.compiler.texpr.TensorExpr.Payload.IntConstant;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Select;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Unary;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Questions about payload trees and ways to rebuild them.
///
/// Everything that rebuilds a tree returns the same instance where nothing changed.
public final class Payloads {
  private Payloads() {}

  /// The operands, left to right; the index of a gather is one.
  public static List<Payload> children(Payload payload) {
    return switch (payload) {
      case Load _, FloatConstant _, IntConstant _, IndexValue _ -> List.of();
      case Gather gather -> List.of(gather.index());
      case Unary unary -> List.of(unary.operand());
      case Binary binary -> List.of(binary.left(), binary.right());
      case Select select -> List.of(select.condition(), select.whenTrue(), select.whenFalse());
      case Convert convert -> List.of(convert.operand());
    };
  }

  /// The same node over `change(child)` for every child.
  @SuppressWarnings("ReferenceEquality") // The same instance means unchanged.
  public static Payload mapChildren(Payload payload, Function<Payload, Payload> change) {
    return switch (payload) {
      case Load _, FloatConstant _, IntConstant _, IndexValue _ -> payload;
      case Gather(String tensor, List<IndexExpr> coordinates, int dim, Payload index) -> {
        Payload changed = change.apply(index);
        yield changed == index ? payload : new Gather(tensor, coordinates, dim, changed);
      }
      case Unary(TensorExpr.UnaryOperator operator, Payload operand) -> {
        Payload changed = change.apply(operand);
        yield changed == operand ? payload : new Unary(operator, changed);
      }
      case Binary(BinaryOperator operator, Payload left, Payload right) -> {
        Payload newLeft = change.apply(left);
        Payload newRight = change.apply(right);
        yield newLeft == left && newRight == right
            ? payload
            : new Binary(operator, newLeft, newRight);
      }
      case Select(Payload condition, Payload whenTrue, Payload whenFalse) -> {
        Payload newCondition = change.apply(condition);
        Payload newTrue = change.apply(whenTrue);
        Payload newFalse = change.apply(whenFalse);
        yield newCondition == condition && newTrue == whenTrue && newFalse == whenFalse
            ? payload
            : new Select(newCondition, newTrue, newFalse);
      }
      case Convert(ElementType type, Payload operand) -> {
        Payload changed = change.apply(operand);
        yield changed == operand ? payload : new Convert(type, changed);
      }
    };
  }

  /// Applies `rule` to every node, children first; empty means unchanged.
  public static Payload rewrite(Payload payload, Function<Payload, Optional<Payload>> rule) {
    Payload rebuilt = mapChildren(payload, child -> rewrite(child, rule));
    return rule.apply(rebuilt).orElse(rebuilt);
  }

  /// Applies `change` to every coordinate of every access and to every index value.
  public static Payload mapIndices(Payload payload, Function<IndexExpr, IndexExpr> change) {
    return rewrite(payload, node -> changeIndices(node, change));
  }

  private static Optional<Payload> changeIndices(
      Payload node, Function<IndexExpr, IndexExpr> change) {
    return switch (node) {
      case Load(String tensor, List<IndexExpr> coordinates) ->
          changed(coordinates, change).map(changed -> new Load(tensor, changed));
      case Gather(String tensor, List<IndexExpr> coordinates, int dim, Payload index) ->
          changed(coordinates, change).map(changed -> new Gather(tensor, changed, dim, index));
      case IndexValue(IndexExpr value) ->
          changed(List.of(value), change).map(changed -> new IndexValue(changed.getFirst()));
      case FloatConstant _, IntConstant _, Unary _, Binary _, Select _, Convert _ ->
          Optional.empty();
    };
  }

  private static Optional<List<IndexExpr>> changed(
      List<IndexExpr> coordinates, Function<IndexExpr, IndexExpr> change) {
    List<IndexExpr> changed = coordinates.stream().map(change).toList();
    return changed.equals(coordinates) ? Optional.empty() : Optional.of(changed);
  }

  /// Replaces axes by linear forms wherever they occur.
  public static Payload substituteAxes(Payload payload, Function<String, IndexExpr> replacement) {
    return mapIndices(payload, index -> index.substitute(replacement));
  }

  /// Replaces each load for which `replacement` gives a payload.
  public static Payload substituteLoads(
      Payload payload, Function<Load, Optional<Payload>> replacement) {
    return rewrite(
        payload, node -> node instanceof Load load ? replacement.apply(load) : Optional.empty());
  }

  /// The element type of the value, given those of the tensors. Operands are taken to agree;
  /// [TensorProgramVerifier] checks that they do.
  public static ElementType type(Payload payload, Function<String, ElementType> typeOfTensor) {
    return switch (payload) {
      case Load load -> typeOfTensor.apply(load.tensor());
      case Gather gather -> typeOfTensor.apply(gather.tensor());
      case FloatConstant constant -> constant.type();
      case IntConstant constant -> constant.type();
      case IndexValue _ -> ElementType.INT64;
      case Unary unary -> type(unary.operand(), typeOfTensor);
      case Binary binary ->
          isComparison(binary.operator()) ? ElementType.BOOL : type(binary.left(), typeOfTensor);
      case Select select -> type(select.whenTrue(), typeOfTensor);
      case Convert convert -> convert.type();
    };
  }

  /// True for operators that give a `bool` whatever their operands are.
  public static boolean isComparison(BinaryOperator operator) {
    return switch (operator) {
      case EQUAL, LESS, LESS_OR_EQUAL -> true;
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, MAX, MIN, AND, OR, XOR -> false;
    };
  }

  /// Every [Load] and [Gather] of the tree, in evaluation order, repeats included.
  public static List<Payload> accesses(Payload payload) {
    List<Payload> found = new ArrayList<>();
    collectAccesses(payload, found);
    return found;
  }

  private static void collectAccesses(Payload payload, List<Payload> found) {
    children(payload).forEach(child -> collectAccesses(child, found));
    if (payload instanceof Load || payload instanceof Gather) {
      found.add(payload);
    }
  }

  /// The accesses that no case of a [Select] surrounds.
  public static List<Payload> accessesAtEveryPoint(Payload payload) {
    Payload withoutCases =
        rewrite(
            payload,
            node ->
                node instanceof Select(Payload condition, Payload _, Payload _)
                    ? Optional.of(condition)
                    : Optional.empty());
    return accesses(withoutCases);
  }

  /// The tensor that an access, a [Load] or [Gather], reads.
  public static String tensor(Payload access) {
    return access instanceof Gather gather ? gather.tensor() : ((Load) access).tensor();
  }

  /// The tensors read, in evaluation order.
  public static Set<String> tensors(Payload payload) {
    Set<String> names = new LinkedHashSet<>();
    for (Payload access : accesses(payload)) {
      names.add(tensor(access));
    }
    return names;
  }

  /// The axes that the value depends on, in evaluation order.
  public static Set<String> axes(Payload payload) {
    Set<String> names = new LinkedHashSet<>();
    mapIndices(
        payload,
        index -> {
          index.terms().forEach(term -> names.add(term.axis()));
          return index;
        });
    return names;
  }
}
