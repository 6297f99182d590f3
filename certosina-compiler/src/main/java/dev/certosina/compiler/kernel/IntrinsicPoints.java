package dev.certosina.compiler.kernel;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The domain of an instruction, point by point: which lanes of its operands meet.
///
/// @param destinations for each point, in the order of the domain, the lane that it accumulates to
/// @param sources for each source and point, the lane that it reads
record IntrinsicPoints(List<Integer> destinations, List<List<Integer>> sources) {

  IntrinsicPoints {
    destinations = List.copyOf(destinations);
    sources = List.copyOf(sources);
  }

  static IntrinsicPoints of(Intrinsic intrinsic) {
    Computation compute = intrinsic.compute();
    List<Integer> destinations = new ArrayList<>();
    List<List<Integer>> sources = new ArrayList<>();
    List<Access> operands = compute.statement().operands();
    operands.forEach(_ -> sources.add(new ArrayList<>()));
    int partialSums = IntrinsicTypes.partialSums(intrinsic);
    for (Map<String, Integer> point : points(compute.axes())) {
      int element = element(compute, compute.statement().destination(), point);
      destinations.add(element * partialSums + partialSum(intrinsic, point));
      for (int i = 0; i < operands.size(); i++) {
        sources.get(i).add(element(compute, operands.get(i), point));
      }
    }
    return new IntrinsicPoints(destinations, sources);
  }

  /// All coordinates, the last axis fastest.
  private static List<Map<String, Integer>> points(List<Axis> axes) {
    List<Map<String, Integer>> points = List.of(Map.of());
    for (Axis axis : axes) {
      List<Map<String, Integer>> finer = new ArrayList<>();
      for (Map<String, Integer> point : points) {
        for (int i = 0; i < IntrinsicTypes.extent(axis.extent()); i++) {
          Map<String, Integer> extended = new LinkedHashMap<>(point);
          extended.put(axis.name(), i);
          finer.add(extended);
        }
      }
      points = finer;
    }
    return points;
  }

  /// The row-major position of the element that `access` names.
  private static int element(Computation compute, Access access, Map<String, Integer> point) {
    Tensor tensor = compute.tensor(access.tensor());
    int position = 0;
    for (int dim = 0; dim < access.coordinates().size(); dim++) {
      int coordinate = coordinate(access.coordinates().get(dim), point);
      position = position * IntrinsicTypes.extent(tensor.shape().get(dim)) + coordinate;
    }
    return position;
  }

  private static int coordinate(IndexExpr form, Map<String, Integer> point) {
    int value = IntrinsicTypes.extent(form.offset());
    for (IndexExpr.Term term : form.terms()) {
      value += IntrinsicTypes.extent(term.coefficient()) * point.getOrDefault(term.axis(), 0);
    }
    return value;
  }

  private static int partialSum(Intrinsic intrinsic, Map<String, Integer> point) {
    int position = 0;
    for (String axis : intrinsic.partialSums()) {
      int extent = IntrinsicTypes.extent(intrinsic.compute().axis(axis).extent());
      position = position * extent + point.getOrDefault(axis, 0);
    }
    return position;
  }
}
