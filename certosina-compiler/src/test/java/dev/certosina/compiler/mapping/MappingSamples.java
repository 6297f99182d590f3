package dev.certosina.compiler.mapping;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.affine.NormalForms.Range;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Intrinsic.Stride;
import dev.certosina.compiler.target.Intrinsic.Transfer;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Computations, instructions and mappings written as text.
public final class MappingSamples {
  private MappingSamples() {}

  /// A computation of f32 whose tensors are just large enough; a padded access's tensor is as large
  /// as `shapes` says.
  ///
  /// @param extents such as `m=3 n=5 k=7`; the axes run in this order within their kind
  public static Computation computation(
      String statement, String extents, Map<String, List<Long>> shapes) {
    return computation(
        IndexStatementParser.parse(statement),
        extents(extents),
        shapes,
        List.of(),
        new Types(Map.of(), ElementType.FLOAT32));
  }

  public static Computation computation(String statement, String extents) {
    return computation(statement, extents, Map.of());
  }

  /// Element types by tensor, and that of all others.
  public record Types(Map<String, ElementType> byTensor, ElementType other) {
    ElementType of(String tensor) {
      return byTensor.getOrDefault(tensor, other);
    }
  }

  /// A computation whose axes run in the order of `extents` within their kind.
  public static Computation computation(
      IndexStatement statement,
      Map<String, Long> extents,
      Map<String, List<Long>> shapes,
      List<String> constants,
      Types types) {
    List<String> spatial = statement.spatialAxes();
    List<Axis> axes = new ArrayList<>();
    for (AxisKind kind : AxisKind.values()) {
      extents.forEach((name, extent) -> {
        if (spatial.contains(name) == (kind == AxisKind.PARALLEL)) {
          axes.add(new Axis(name, Dims.constant(extent), kind));
        }
      });
    }
    List<Tensor> tensors = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (Access access : statement.accesses()) {
      if (seen.add(access.tensor())) {
        List<Long> shape =
            shapes.containsKey(access.tensor())
                ? shapes.get(access.tensor())
                : smallestShape(access, extents);
        tensors.add(
            new Tensor(
                access.tensor(),
                types.of(access.tensor()),
                shape.stream().map(Dims::constant).toList()));
      }
    }
    return new Computation("sample", statement, axes, tensors, constants);
  }

  private static List<Long> smallestShape(Access access, Map<String, Long> extents) {
    List<Long> shape = new ArrayList<>();
    for (IndexExpr coordinate : access.coordinates()) {
      Range range = TensorWindow.range(coordinate, extents::get);
      shape.add(range.max() + 1);
    }
    return shape;
  }

  /// An instruction whose operands have free strides.
  public static Intrinsic intrinsic(String statement, String extents) {
    return intrinsic(
        statement, extents, new Types(Map.of(), ElementType.FLOAT32), List.of(), Map.of());
  }

  /// @param strides fixed ones by operand, one per coordinate; 0 for a free one
  public static Intrinsic intrinsic(
      String statement,
      String extents,
      Types types,
      List<String> partialSums,
      Map<String, List<Long>> strides) {
    Computation compute =
        computation(
            IndexStatementParser.parse(statement), extents(extents), Map.of(), List.of(), types);
    List<Access> accesses = compute.statement().accesses();
    List<Transfer> transfers =
        IntStream.range(0, accesses.size())
            .mapToObj(i -> transfer(accesses.get(i), i < accesses.size() - 1, strides))
            .toList();
    return new Intrinsic(
        "sample",
        compute,
        transfers,
        partialSums,
        List.of(),
        List.of(),
        Optional.empty(),
        1,
        1,
        "made up");
  }

  private static Transfer transfer(Access access, boolean isLoad, Map<String, List<Long>> strides) {
    List<Stride> all = new ArrayList<>();
    for (int i = 0; i < access.coordinates().size(); i++) {
      String axis = access.coordinates().get(i).terms().getFirst().axis();
      long fixed = strides.containsKey(access.tensor()) ? strides.get(access.tensor()).get(i) : 0;
      all.add(
          fixed == 0
              ? new Stride.Free(axis, access.tensor() + "_" + axis)
              : new Stride.Fixed(axis, fixed));
    }
    return new Transfer(
        access.tensor(), isLoad, "memory", "register", "address_" + access.tensor(), all);
  }

  /// A mapping such as `i<-n,p,q; j<-k; r<-c,r,s` with sources in the computation's order.
  public static Mapping mapping(Computation computation, Intrinsic intrinsic, String groups) {
    Map<String, List<String>> byAxis = new LinkedHashMap<>();
    for (String group : groups.split(";")) {
      String[] sides = group.strip().split("<-", -1);
      byAxis.put(sides[0], sides[1].isEmpty() ? List.of() : List.of(sides[1].split(",")));
    }
    return new Mapping(
        computation,
        intrinsic,
        IntStream.range(0, intrinsic.compute().statement().operands().size()).boxed().toList(),
        intrinsic.compute().axes().stream()
            .map(axis -> new AxisGroup(axis.name(), byAxis.getOrDefault(axis.name(), List.of())))
            .toList());
  }

  /// Reads `m=3 n=5`.
  public static Map<String, Long> extents(String text) {
    Map<String, Long> extents = new LinkedHashMap<>();
    for (String one : text.split(" ")) {
      String[] sides = one.split("=");
      extents.put(sides[0], Long.parseLong(sides[1]));
    }
    return extents;
  }
}
