package dev.certosina.compiler.target.yaml;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.texpr.Computation;
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
import java.util.Objects;
import java.util.Set;

/// Reads compute abstractions: a statement whose coordinates are single axes, the axes' extents and
/// the operands' element types.
final class ComputeReader {
  private static final long LARGEST_EXTENT = 1 << 16;
  private static final long MOST_ELEMENTS = 1 << 16;
  private static final long MOST_POINTS = 1 << 22;

  /// The name that an emission gives the result.
  static final String RESULT = "result";

  private ComputeReader() {}

  static IndexStatement statement(Yaml value) {
    String text = Values.line(value, "a statement such as 'D[i,j] += A[i,r] * B[r,j]'");
    IndexStatement statement;
    try {
      statement = IndexStatementParser.parse(text);
    } catch (ModelException e) {
      throw value.place().mistake("statement: " + e.getMessage());
    }
    Set<String> tensors = new LinkedHashSet<>();
    for (Access access : statement.accesses()) {
      checkAccess(value.place(), access);
      if (!tensors.add(access.tensor())) {
        throw value
            .place()
            .wrong(
                "the operand '%s' twice".formatted(access.tensor()),
                "operands with different names");
      }
    }
    return statement;
  }

  private static void checkAccess(Place place, Access access) {
    if (!Values.isIdentifier(access.tensor()) || access.tensor().equals(RESULT)) {
      throw place.wrong(
          "the operand " + Place.quote(access.tensor()),
          "a letter, then letters, digits or '_', and not 'result'");
    }
    if (access.padding().isPresent()) {
      throw place.wrong("padding of '%s'".formatted(access.tensor()), "none in an instruction");
    }
    Set<String> axes = new LinkedHashSet<>();
    for (IndexExpr coordinate : access.coordinates()) {
      boolean isAxis =
          coordinate.terms().size() == 1
              && coordinate.equals(IndexExpr.axis(coordinate.terms().getFirst().axis()))
              && Values.isIdentifier(coordinate.terms().getFirst().axis());
      if (!isAxis || !axes.add(coordinate.terms().getFirst().axis())) {
        throw place.wrong(
            "a coordinate of '%s' that is no axis of its own".formatted(access.tensor()),
            "coordinates that are different axes");
      }
    }
  }

  /// @param extents a mapping from each axis to its extent
  /// @param types a mapping from each operand to its element type
  static Computation compute(String name, IndexStatement statement, Yaml extents, Yaml types) {
    Map<String, Dim> byAxis = extents(statement, extents);
    Map<String, ElementType> byOperand = types(statement, types);
    List<Axis> axes = new ArrayList<>();
    for (String axis : statement.spatialAxes()) {
      axes.add(new Axis(axis, get(byAxis, axis), AxisKind.PARALLEL));
    }
    for (String axis : statement.reductionAxes()) {
      axes.add(new Axis(axis, get(byAxis, axis), AxisKind.REDUCTION));
    }
    List<Tensor> tensors = new ArrayList<>();
    for (Access access : statement.accesses()) {
      List<Dim> shape =
          access.coordinates().stream()
              .map(coordinate -> get(byAxis, coordinate.terms().getFirst().axis()))
              .toList();
      checkSize(extents.place(), "operand '%s'".formatted(access.tensor()), shape, MOST_ELEMENTS);
      tensors.add(new Tensor(access.tensor(), get(byOperand, access.tensor()), shape));
    }
    checkSize(extents.place(), "the statement", List.copyOf(byAxis.values()), MOST_POINTS);
    return new Computation(name, statement, axes, tensors, List.of());
  }

  private static Map<String, Dim> extents(IndexStatement statement, Yaml value) {
    Set<String> axes = new LinkedHashSet<>(statement.spatialAxes());
    axes.addAll(statement.reductionAxes());
    Map<String, Dim> extents = new LinkedHashMap<>();
    Values.fields(value, "a mapping from axes to extents, such as {i: 16, r: 4}")
        .entries()
        .forEach((axis, entry) -> {
          if (!axes.contains(axis)) {
            throw entry
                .place()
                .wrong(
                    "the axis " + Place.quote(axis),
                    "an axis of the statement: " + String.join(", ", axes));
          }
          long extent =
              Values.positiveInteger(
                  entry.value(), "the extent of axis '%s'".formatted(axis), LARGEST_EXTENT);
          extents.put(axis, Dims.constant(extent));
        });
    for (String axis : axes) {
      if (!extents.containsKey(axis)) {
        throw value.place().wrong("no extent of the axis '%s'".formatted(axis), "one");
      }
    }
    return extents;
  }

  private static Map<String, ElementType> types(IndexStatement statement, Yaml value) {
    List<String> operands = statement.accesses().stream().map(Access::tensor).toList();
    Map<String, ElementType> types = new LinkedHashMap<>();
    Values.fields(value, "a mapping from operands to types, such as {A: f32, B: f32, D: f32}")
        .entries()
        .forEach((operand, entry) -> {
          if (!operands.contains(operand)) {
            throw entry
                .place()
                .wrong(
                    "the operand " + Place.quote(operand),
                    "an operand of the statement: " + String.join(", ", operands));
          }
          types.put(operand, Values.elementType(entry.value()));
        });
    for (String operand : operands) {
      if (!types.containsKey(operand)) {
        throw value.place().wrong("no type of the operand '%s'".formatted(operand), "one");
      }
    }
    return types;
  }

  /// Of a map that has every axis or every operand.
  private static <T> T get(Map<String, T> map, String key) {
    return Objects.requireNonNull(map.get(key));
  }

  private static void checkSize(Place place, String what, List<Dim> shape, long most) {
    long size = 1;
    for (Dim extent : shape) {
      // Each factor is at most 2^16, so the product stays far from overflow.
      size *= Dims.constantValue(extent).orElseThrow();
      if (size > most) {
        throw place.wrong(
            "extents that give %s more than %d points".formatted(what, most), "a smaller tile");
      }
    }
  }
}
