package dev.certosina.compiler.schedule;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.mapping.Contraction;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An expression on its way into a group.
///
/// @param expr with coordinates per dim
/// @param product its parts when it is a matrix product, in linear addresses
/// @param initial what a product's sums start from
record Operation(TensorExpr expr, Optional<Contraction> product, Optional<Load> initial) {

  /// The same operation with axes renamed; names not in the map stay.
  Operation rename(Map<String, String> names) {
    Map<String, IndexExpr> forms = new HashMap<>();
    names.forEach((from, to) -> forms.put(from, IndexExpr.axis(to)));
    return new Operation(
        rename(expr, names, forms),
        product.map(parts -> rename(parts, names, forms)),
        initial.map(load -> substitute(load, forms)));
  }

  private static Contraction rename(
      Contraction parts, Map<String, String> names, Map<String, IndexExpr> forms) {
    return new Contraction(
        rename(parts.expr(), names, forms),
        substitute(parts.a(), forms),
        substitute(parts.b(), forms),
        rename(parts.batch(), names),
        rename(parts.m(), names),
        rename(parts.n(), names),
        rename(parts.k(), names));
  }

  private static TensorExpr rename(
      TensorExpr expr, Map<String, String> names, Map<String, IndexExpr> forms) {
    return new TensorExpr(
        expr.name(),
        rename(expr.axes(), names),
        expr.output(),
        expr.write().stream().map(index -> index.substitute(axis -> form(axis, forms))).toList(),
        expr.combiner(),
        Payloads.substituteAxes(expr.payload(), axis -> form(axis, forms)));
  }

  private static Load substitute(Load load, Map<String, IndexExpr> forms) {
    return (Load) Payloads.substituteAxes(load, axis -> form(axis, forms));
  }

  private static IndexExpr form(String axis, Map<String, IndexExpr> forms) {
    return forms.getOrDefault(axis, IndexExpr.axis(axis));
  }

  private static List<Axis> rename(List<Axis> axes, Map<String, String> names) {
    List<Axis> renamed = new ArrayList<>();
    axes.forEach(axis -> renamed.add(rename(axis, names)));
    return renamed;
  }

  private static Axis rename(Axis axis, Map<String, String> names) {
    return new Axis(names.getOrDefault(axis.name(), axis.name()), axis.extent(), axis.kind());
  }
}
