package dev.certosina.compiler.search.model;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.Strided;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.search.Extents;
import dev.certosina.compiler.search.OperandShape;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// How the tile of one operand moves between memory and registers.
///
/// @param kind what the addresses of its lanes are
/// @param runs pieces that are moved separately: 1 where all lanes are neighbours, or copies of one
/// @param divisions in its address that change with reduction loops
/// @param isMasked true if lanes are guarded
record OperandAccess(Kind kind, long runs, int divisions, boolean isMasked) {

  enum Kind {
    CONTIGUOUS,
    STRIDED,
    GATHERED
  }

  /// Pieces that are guarded one by one.
  long maskedPieces() {
    return !isMasked ? 0 : kind == Kind.GATHERED ? runs : 1;
  }

  /// @param reductions names of the reduction loops
  static OperandAccess of(PhysicalMapping physical, OperandShape shape, Set<String> reductions) {
    OperandMap map = physical.operands().get(shape.position());
    if (map.placement() == Placement.PACKED) {
      return new OperandAccess(Kind.CONTIGUOUS, 1, 0, false);
    }
    if (map.strided().isEmpty()) {
      return gathered(physical, shape, map, reductions);
    }
    Strided strided = map.strided().get();
    long runs = runs(extents(physical.mapping().intrinsic(), shape.position()), strided.strides());
    return new OperandAccess(
        runs == 1 ? Kind.CONTIGUOUS : Kind.STRIDED,
        runs,
        divisions(strided.base(), reductions),
        !strided.guards().isEmpty());
  }

  /// Lanes that are gathered one by one, unless their formula always gives neighbours: then the
  /// compiler sees that too.
  private static OperandAccess gathered(
      PhysicalMapping physical, OperandShape shape, OperandMap map, Set<String> reductions) {
    boolean isMasked = !map.guards().isEmpty();
    Access tile =
        physical.mapping().intrinsic().compute().statement().accesses().get(shape.position());
    List<PhysicalMapping.TiledAxis> lanes =
        physical.tiles().stream()
            .filter(axis -> axis.size() > 1 && tile.uses(axis.intrinsicAxis()))
            .toList();
    if (lanes.size() == 1 && stepsByOne(map.element(), lanes.getFirst())) {
      return new OperandAccess(Kind.CONTIGUOUS, 1, 0, isMasked);
    }
    // Padding lanes are not gathered.
    double filled = 1;
    for (PhysicalMapping.TiledAxis axis : lanes) {
      filled *= (double) axis.extent() / axis.count();
    }
    return new OperandAccess(
        Kind.GATHERED, (long) Math.ceil(filled), divisions(map.element(), reductions), isMasked);
  }

  private static boolean stepsByOne(QuasiAffine element, PhysicalMapping.TiledAxis axis) {
    Set<String> lane = Set.of(axis.lane());
    return divisions(element, lane) == 0
        && at(element, axis.lane(), 1) - at(element, axis.lane(), 0) == 1;
  }

  private static long at(QuasiAffine formula, String variable, long value) {
    return formula.evaluate(name -> name.equals(variable) ? value : 0);
  }

  /// Extents of the lane variables of one operand's tile, in the order of its coordinates.
  private static List<Long> extents(Intrinsic intrinsic, int position) {
    Computation compute = intrinsic.compute();
    List<Access> operands = compute.statement().accesses();
    List<Long> extents = new ArrayList<>();
    for (IndexExpr coordinate : operands.get(position).coordinates()) {
      coordinate.terms().forEach(term -> extents.add(Extents.of(compute.axis(term.axis()))));
    }
    return extents;
  }

  /// Lanes that are neighbours, or all the same element, move together.
  static long runs(List<Long> extents, List<Long> strides) {
    long run = 1;
    long lanes = 1;
    boolean isRunning = true;
    boolean isSame = true;
    for (int i = extents.size() - 1; i >= 0; i--) {
      long extent = extents.get(i);
      if (extent == 1) {
        continue;
      }
      isRunning &= strides.get(i) == run;
      isSame &= strides.get(i) == 0;
      run = isRunning ? run * extent : run;
      lanes *= extent;
    }
    return isSame ? 1 : lanes / run;
  }

  private static int divisions(QuasiAffine formula, Set<String> reductions) {
    return switch (formula) {
      case QuasiAffine.Constant _, QuasiAffine.Variable _ -> 0;
      case QuasiAffine.Sum(List<QuasiAffine> terms) ->
          terms.stream().mapToInt(term -> divisions(term, reductions)).sum();
      case QuasiAffine.Scaled(QuasiAffine operand, long _) -> divisions(operand, reductions);
      case QuasiAffine.Quotient(QuasiAffine operand, long _) -> division(operand, reductions);
      case QuasiAffine.Remainder(QuasiAffine operand, long _) -> division(operand, reductions);
    };
  }

  private static int division(QuasiAffine operand, Set<String> reductions) {
    return divisions(operand, reductions) + (uses(operand, reductions) ? 1 : 0);
  }

  private static boolean uses(QuasiAffine formula, Set<String> variables) {
    return switch (formula) {
      case QuasiAffine.Constant _ -> false;
      case QuasiAffine.Variable(String name) -> variables.contains(name);
      case QuasiAffine.Sum(List<QuasiAffine> terms) ->
          terms.stream().anyMatch(term -> uses(term, variables));
      case QuasiAffine.Scaled(QuasiAffine operand, long _) -> uses(operand, variables);
      case QuasiAffine.Quotient(QuasiAffine operand, long _) -> uses(operand, variables);
      case QuasiAffine.Remainder(QuasiAffine operand, long _) -> uses(operand, variables);
    };
  }
}
