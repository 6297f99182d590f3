package dev.certosina.compiler.mapping.check;

import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.affine.QuasiAffine.Constant;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Copy;
import dev.certosina.compiler.mapping.PhysicalMapping.Guard;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.Strided;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Physical mappings with one thing changed.
final class Mutants {
  private Mutants() {}

  /// By a description of the change.
  static Map<String, PhysicalMapping> of(PhysicalMapping physical) {
    Map<String, PhysicalMapping> mutants = new LinkedHashMap<>();
    for (int i = 0; i < physical.operands().size(); i++) {
      int position = i;
      OperandMap operand = physical.operands().get(i);
      ofOperand(operand, physical.loops())
          .forEach((name, changed) ->
              mutants.put(
                  operand.operand() + " " + name,
                  new PhysicalMapping(
                      physical.mapping(),
                      physical.tiles(),
                      physical.loops(),
                      replaced(physical.operands(), position, changed))));
    }
    for (int i = 0; i < physical.loops().size(); i++) {
      Loop loop = physical.loops().get(i);
      if (loop.extent() > 1) {
        mutants.put(
            "loop " + loop.name(),
            new PhysicalMapping(
                physical.mapping(),
                physical.tiles(),
                replaced(
                    physical.loops(), i, new Loop(loop.name(), loop.extent() - 1, loop.kind())),
                physical.operands()));
      }
    }
    return mutants;
  }

  private static Map<String, OperandMap> ofOperand(OperandMap operand, List<Loop> loops) {
    Map<String, OperandMap> mutants = new LinkedHashMap<>();
    if (operand.strided().isEmpty()) {
      ofFormula(operand.element(), loops)
          .forEach((name, element) ->
              mutants.put(
                  "element " + name,
                  with(operand, element, operand.guards(), Optional.empty(), Optional.empty())));
      ofGuards(operand.guards())
          .forEach((name, guards) ->
              mutants.put(
                  name,
                  with(operand, operand.element(), guards, Optional.empty(), Optional.empty())));
      return mutants;
    }
    Strided strided = operand.strided().get();
    ofStrided(strided, loops)
        .forEach((name, changed) -> mutants.put(name, with(operand, changed, operand.copy())));
    if (operand.copy().isPresent()) {
      Copy copy = operand.copy().get();
      ofFormula(copy.source(), copy.variables())
          .forEach((name, source) ->
              mutants.put(
                  "copy " + name,
                  with(
                      operand,
                      strided,
                      Optional.of(new Copy(copy.variables(), source, copy.guards())))));
      ofGuards(copy.guards())
          .forEach((name, guards) ->
              mutants.put(
                  "copy " + name,
                  with(
                      operand,
                      strided,
                      Optional.of(new Copy(copy.variables(), copy.source(), guards)))));
    }
    return mutants;
  }

  private static Map<String, Strided> ofStrided(Strided strided, List<Loop> loops) {
    Map<String, Strided> mutants = new LinkedHashMap<>();
    for (int i = 0; i < strided.strides().size(); i++) {
      for (long step : List.of(-1L, 1L)) {
        List<Long> strides = replaced(strided.strides(), i, strided.strides().get(i) + step);
        mutants.put(
            "stride " + i + " by " + step, new Strided(strided.base(), strides, strided.guards()));
      }
    }
    ofFormula(strided.base(), loops)
        .forEach((name, base) ->
            mutants.put("base " + name, new Strided(base, strided.strides(), strided.guards())));
    ofGuards(strided.guards())
        .forEach((name, guards) ->
            mutants.put(name, new Strided(strided.base(), strided.strides(), guards)));
    return mutants;
  }

  private static Map<String, QuasiAffine> ofFormula(QuasiAffine formula, List<Loop> variables) {
    Map<String, QuasiAffine> mutants = new LinkedHashMap<>();
    mutants.put("plus 1", new Sum(List.of(formula, new Constant(1))));
    mutants.put("minus 1", new Sum(List.of(formula, new Constant(-1))));
    mutants.put("doubled", new Scaled(formula, 2));
    for (Loop variable : variables) {
      mutants.put(
          "plus " + variable.name(), new Sum(List.of(formula, new Variable(variable.name()))));
    }
    return mutants;
  }

  private static Map<String, List<Guard>> ofGuards(List<Guard> guards) {
    Map<String, List<Guard>> mutants = new LinkedHashMap<>();
    for (int i = 0; i < guards.size(); i++) {
      Guard guard = guards.get(i);
      List<Guard> fewer = new ArrayList<>(guards);
      fewer.remove(i);
      String name = "guard " + i + " ";
      mutants.put(name + "dropped", fewer);
      for (long step : List.of(-1L, 1L)) {
        mutants.put(
            name + "bound by " + step,
            replaced(guards, i, new Guard(guard.value(), guard.bound() + step, guard.fill())));
        mutants.put(
            name + "value by " + step,
            replaced(
                guards,
                i,
                new Guard(
                    new Sum(List.of(guard.value(), new Constant(step))),
                    guard.bound(),
                    guard.fill())));
      }
      mutants.put(
          name + "fill",
          replaced(guards, i, new Guard(guard.value(), guard.bound(), guard.fill() + 1)));
    }
    return mutants;
  }

  private static OperandMap with(OperandMap operand, Strided strided, Optional<Copy> copy) {
    return with(operand, operand.element(), operand.guards(), Optional.of(strided), copy);
  }

  private static OperandMap with(
      OperandMap operand,
      QuasiAffine element,
      List<Guard> guards,
      Optional<Strided> strided,
      Optional<Copy> copy) {
    return new OperandMap(
        operand.operand(), operand.tensor(), operand.placement(), element, guards, strided, copy);
  }

  private static <T> List<T> replaced(List<T> list, int index, T element) {
    List<T> changed = new ArrayList<>(list);
    changed.set(index, element);
    return changed;
  }
}
