package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makes a [Computation] of a statement and the extents of its axes.
///
/// The extent of a tensor's dim that is not given is the greatest coordinate plus 1. For an access
/// with padding it is what makes the padding the same at both ends: the greatest coordinate plus
/// the least one (which is negative or 0) plus 1. A dim that is given must hold every coordinate of
/// an access without padding. Axes stand in order of first mention, spatial ones first.
///
/// Everything that does not fit is refused by [#build] with a [ModelException] of one line.
public final class ComputationBuilder {
  private static final Dim ZERO = Dims.constant(0);
  private static final Dim ONE = Dims.constant(1);

  private final String name;
  private final IndexStatement statement;
  private final Map<String, Dim> extents = new LinkedHashMap<>();
  private final Map<String, ElementType> types = new LinkedHashMap<>();
  private final Map<String, Map<Integer, Dim>> dims = new LinkedHashMap<>();
  private final Set<String> constants = new LinkedHashSet<>();
  private ElementType usualType = ElementType.FLOAT32;

  /// @param name of the computation, for messages
  public ComputationBuilder(String name, IndexStatement statement) {
    this.name = name;
    this.statement = statement;
  }

  /// The extent of an axis.
  public ComputationBuilder extent(String axis, Dim extent) {
    extents.put(axis, extent);
    return this;
  }

  public ComputationBuilder extent(String axis, long extent) {
    return extent(axis, Dims.constant(extent));
  }

  public ComputationBuilder extents(Map<String, Dim> all) {
    extents.putAll(all);
    return this;
  }

  /// The extent of dim `dim` of a tensor, counted from 0.
  public ComputationBuilder dim(String tensor, int dim, Dim extent) {
    dims.computeIfAbsent(tensor, _ -> new LinkedHashMap<>()).put(dim, extent);
    return this;
  }

  /// The extent of an axis, or of a tensor's dim where `key` is `TENSOR.DIM`, as in `I.2`.
  public ComputationBuilder size(String key, Dim extent) {
    int dot = key.lastIndexOf('.');
    boolean isDim = dot > 0 && key.substring(dot + 1).matches("\\d{1,4}") && isTensor(key, dot);
    return isDim
        ? dim(key.substring(0, dot), Integer.parseInt(key.substring(dot + 1)), extent)
        : extent(key, extent);
  }

  private boolean isTensor(String key, int end) {
    return tensorNames().contains(key.substring(0, end));
  }

  /// The element type of a tensor.
  public ComputationBuilder type(String tensor, ElementType type) {
    types.put(tensor, type);
    return this;
  }

  /// The element type of every tensor that has none of its own; f32 unless set.
  public ComputationBuilder types(ElementType type) {
    usualType = type;
    return this;
  }

  /// An operand whose elements are known ahead of time.
  public ComputationBuilder constant(String tensor) {
    constants.add(tensor);
    return this;
  }

  public Computation build() {
    checkNames();
    List<Axis> axes = new ArrayList<>();
    statement.spatialAxes().forEach(axis -> axes.add(axis(axis, AxisKind.PARALLEL)));
    statement.reductionAxes().forEach(axis -> axes.add(axis(axis, AxisKind.REDUCTION)));
    for (String axis : extents.keySet()) {
      if (axes.stream().noneMatch(known -> known.name().equals(axis))) {
        throw new ModelException(
            "found an extent of axis %s, needed one of %s"
                .formatted(Names.quoted(axis), axes.stream().map(Axis::name).toList()));
      }
    }
    checkWrite();
    List<Tensor> tensors = new ArrayList<>();
    for (String tensor : tensorNames()) {
      tensors.add(new Tensor(tensor, types.getOrDefault(tensor, usualType), shape(tensor)));
    }
    return new Computation(name, statement, axes, tensors, List.copyOf(constants));
  }

  private void checkNames() {
    String destination = statement.destination().tensor();
    if (statement.operands().stream().anyMatch(one -> one.tensor().equals(destination))) {
      throw new ModelException(
          "tensor %s: found it among the operands, needed a destination that is not read"
              .formatted(Names.quoted(destination)));
    }
    Set<String> known = tensorNames();
    Set<String> mentioned = new LinkedHashSet<>(types.keySet());
    mentioned.addAll(dims.keySet());
    mentioned.addAll(constants);
    for (String tensor : mentioned) {
      if (!known.contains(tensor)) {
        throw new ModelException(
            "found tensor %s, needed one of %s".formatted(Names.quoted(tensor), known));
      }
    }
    if (constants.contains(destination)) {
      throw new ModelException(
          "tensor %s: found the destination as a constant, needed an operand"
              .formatted(Names.quoted(destination)));
    }
  }

  private Axis axis(String axis, AxisKind kind) {
    Dim extent = extents.get(axis);
    if (extent == null) {
      throw new ModelException(
          "axis %s: found no extent, needed one, as in %s=16"
              .formatted(Names.quoted(axis), Names.plain(axis)));
    }
    if (Dims.isAtMost(extent, ZERO)) {
      throw new ModelException(
          "axis %s: found extent %s, needed at least 1"
              .formatted(Names.quoted(axis), Dims.print(extent)));
    }
    return new Axis(axis, extent, kind);
  }

  private void checkWrite() {
    Access destination = statement.destination();
    Map<String, Dim> spatial = new LinkedHashMap<>();
    statement.spatialAxes().forEach(axis -> spatial.put(axis, extentOf(axis)));
    if (!WriteInjectivity.holds(destination.coordinates(), spatial)) {
      throw new ModelException(
          "destination %s: found coordinates that may be the same at two points, needed one element"
                  .formatted(IndexStatementPrinter.print(destination))
              + " for each point of "
              + spatial.keySet());
    }
  }

  private List<Dim> shape(String tensor) {
    List<Access> accesses =
        statement.accesses().stream().filter(access -> access.tensor().equals(tensor)).toList();
    int rank = accesses.getFirst().coordinates().size();
    for (Access access : accesses) {
      if (access.coordinates().size() != rank) {
        throw new ModelException(
            "tensor %s: found %d coordinates in %s, needed %d as in %s"
                .formatted(
                    Names.quoted(tensor),
                    access.coordinates().size(),
                    IndexStatementPrinter.print(access),
                    rank,
                    IndexStatementPrinter.print(accesses.getFirst())));
      }
    }
    Map<Integer, Dim> given = dims.getOrDefault(tensor, Map.of());
    for (int dim : given.keySet()) {
      if (dim >= rank) {
        throw new ModelException(
            "tensor %s: found an extent of dim %d, needed a dim below %d"
                .formatted(Names.quoted(tensor), dim, rank));
      }
    }
    List<Dim> shape = new ArrayList<>();
    for (int dim = 0; dim < rank; dim++) {
      shape.add(extentOfDim(accesses, dim, Optional.ofNullable(given.get(dim))));
    }
    return shape;
  }

  private Dim extentOfDim(List<Access> accesses, int dim, Optional<Dim> given) {
    Dim extent = given.orElse(ZERO);
    for (Access access : accesses) {
      IndexExpr coordinate = access.coordinates().get(dim);
      IndexRange range = IndexRange.of(coordinate, this::extentOf);
      boolean padded = access.padding().isPresent();
      String place = place(access, dim, coordinate);
      if (!padded && !Dims.isAtMost(ZERO, range.least())) {
        throw new ModelException(
            "%s: found coordinate %s, needed none below 0 or padding, as in [… | 0]"
                .formatted(place, Dims.print(range.least())));
      }
      Dim end = Dims.add(range.most(), ONE);
      if (given.isEmpty()) {
        Dim symmetric = Dims.add(end, Dims.min(range.least(), ZERO));
        extent = Dims.max(extent, padded ? symmetric : end);
      } else if (!padded && !Dims.isAtMost(end, given.get())) {
        throw new ModelException(
            "%s: found coordinate %s, needed less than the extent %s"
                .formatted(place, Dims.print(range.most()), Dims.print(given.get())));
      }
      if (Dims.isAtMost(extent, ZERO)) {
        throw new ModelException(
            "%s: found extent %s, needed at least 1".formatted(place, Dims.print(extent)));
      }
    }
    return extent;
  }

  private static String place(Access access, int dim, IndexExpr coordinate) {
    return "tensor %s, dim %d, %s"
        .formatted(Names.quoted(access.tensor()), dim, IndexStatementPrinter.print(coordinate));
  }

  private Dim extentOf(String axis) {
    Dim extent = extents.get(axis);
    return extent == null ? ONE : extent;
  }

  /// In order of first mention, the destination last.
  private Set<String> tensorNames() {
    Set<String> names = new LinkedHashSet<>();
    statement.accesses().forEach(access -> names.add(access.tensor()));
    return names;
  }
}
