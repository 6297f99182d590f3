package dev.certosina.cli.map;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.ComputationBuilder;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An index expression; axes without a size are symbolic.
///
/// @param sizes by axis, or by `TENSOR.DIM`
/// @param types element types asked for, by tensor
record ExpressionSubject(
    IndexStatement statement, Map<String, Long> sizes, Map<String, ElementType> types)
    implements Subject {

  /// Extents of the axes of samples, taken in turn: some larger than small instructions, none a
  /// multiple of their sizes.
  private static final List<List<Long>> SAMPLE_EXTENTS =
      List.of(List.of(3L, 5L, 2L, 3L), List.of(5L, 2L, 3L, 1L, 7L), List.of(2L, 17L, 3L));

  /// A sample may have this many points.
  private static final long MOST_POINTS = 40_000;

  static Subject of(String text, Map<String, Long> sizes, Map<String, ElementType> types) {
    return new ExpressionSubject(IndexStatementParser.parse(text), sizes, types);
  }

  @Override
  public String name() {
    return "expression";
  }

  @Override
  public Computation computation(Intrinsic intrinsic) {
    var extents = new LinkedHashMap<String, Dim>();
    for (String axis : axes()) {
      if (!sizes.containsKey(axis)) {
        extents.put(axis, Dims.symbol(axis));
      }
    }
    sizes.forEach((key, size) -> extents.put(key, Dims.constant(size)));
    return build(extents, intrinsic);
  }

  @Override
  public List<Computation> samples(Intrinsic intrinsic) {
    var samples = new ArrayList<Computation>();
    for (List<Long> turn : SAMPLE_EXTENTS) {
      var extents = new LinkedHashMap<String, Dim>();
      long points = 1;
      for (String axis : axes()) {
        long wanted = turn.get(extents.size() % turn.size());
        long extent = points * wanted > MOST_POINTS ? 1 : wanted;
        points *= extent;
        extents.put(axis, Dims.constant(extent));
      }
      try {
        samples.add(build(extents, intrinsic));
      } catch (ModelException e) {
        // Some expressions have no tensors of these extents, such as one that reads far padding.
      }
    }
    return samples;
  }

  private List<String> axes() {
    var axes = new ArrayList<>(statement.spatialAxes());
    axes.addAll(statement.reductionAxes());
    return axes;
  }

  private Computation build(Map<String, Dim> extents, Intrinsic intrinsic) {
    var builder = new ComputationBuilder(name(), statement);
    extents.forEach(builder::size);
    List<Tensor> needed = intrinsic.compute().tensors();
    builder.types(needed.getLast().type());
    for (int operand = 0; operand < statement.operands().size(); operand++) {
      int source = Math.min(operand, Math.max(0, needed.size() - 2));
      builder.type(statement.operands().get(operand).tensor(), needed.get(source).type());
    }
    types.forEach(builder::type);
    return builder.build();
  }
}
