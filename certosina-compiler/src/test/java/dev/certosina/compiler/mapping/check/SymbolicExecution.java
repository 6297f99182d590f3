package dev.certosina.compiler.mapping.check;

import static java.util.Objects.requireNonNull;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Copy;
import dev.certosina.compiler.mapping.PhysicalMapping.Guard;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.Strided;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// What a physical mapping of sums of products computes for any operands: each element of the
/// destination as a polynomial in their elements. Formulas are evaluated by their own definition.
final class SymbolicExecution {
  private static final long TENSOR_STRIDE = 1L << 32;

  /// An element of a tensor, or a constant where `element` is negative.
  private record Value(long element, long constant) {}

  /// Coefficients by product.
  record Polynomial(Map<List<Long>, Long> terms) {
    Polynomial() {
      this(new HashMap<>());
    }

    Polynomial copy() {
      return new Polynomial(new HashMap<>(terms));
    }

    void add(List<Long> product, long coefficient) {
      terms.merge(product, coefficient, Long::sum);
      terms.remove(product, 0L);
    }
  }

  private static final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final PhysicalMapping physical;
  private final List<List<Value>> sources = new ArrayList<>();
  private final Map<String, Long> point = new HashMap<>();
  private final List<Polynomial> destination;

  private SymbolicExecution(PhysicalMapping physical) {
    this.physical = physical;
    for (int i = 0; i < physical.operands().size() - 1; i++) {
      sources.add(contents(i, physical.operands().get(i)));
    }
    OperandMap last = physical.operands().getLast();
    this.destination = zeros(last.copy().map(Copy::elements).orElse(count(last)));
  }

  /// The destination's elements, or empty if an address is outside its tensor or copy.
  static Optional<List<Polynomial>> of(PhysicalMapping physical) {
    try {
      return Optional.of(new SymbolicExecution(physical).run());
    } catch (Fault e) {
      return Optional.empty();
    }
  }

  private static List<Polynomial> zeros(long count) {
    List<Polynomial> zeros = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      zeros.add(new Polynomial());
    }
    return zeros;
  }

  private long count(OperandMap operand) {
    Tensor tensor = physical.mapping().computation().tensor(operand.tensor());
    return tensor.shape().stream()
        .mapToLong(dim -> Dims.constantValue(dim).orElseThrow())
        .reduce(1, (a, b) -> a * b);
  }

  private List<Value> contents(int index, OperandMap operand) {
    List<Value> tensor = new ArrayList<>();
    for (long i = 0; i < count(operand); i++) {
      tensor.add(new Value(index * TENSOR_STRIDE + i, 0));
    }
    if (operand.copy().isEmpty()) {
      return tensor;
    }
    Copy copy = operand.copy().get();
    List<Value> copied = new ArrayList<>();
    forEach(
        copy.variables(),
        _ -> copied.add(read(tensor, copy.guards(), copy.source().evaluate(point::get))));
    return copied;
  }

  private Value read(List<Value> buffer, List<Guard> guards, long address) {
    for (Guard guard : guards) {
      if (fails(guard)) {
        return new Value(-1, (long) guard.fill());
      }
    }
    return buffer.get(checked(address, buffer.size()));
  }

  private boolean fails(Guard guard) {
    long value = guard.value().evaluate(point::get);
    return value < 0 || value >= guard.bound();
  }

  private static int checked(long address, int size) {
    if (address < 0 || address >= size) {
      throw new Fault();
    }
    return (int) address;
  }

  private List<Polynomial> run() {
    List<Loop> lanes =
        physical.tiles().stream()
            .map(tile -> new Loop(tile.lane(), tile.size(), AxisKind.PARALLEL))
            .toList();
    forEach(physical.loops(), _ -> call(lanes));
    OperandMap last = physical.operands().getLast();
    if (last.copy().isEmpty()) {
      return destination;
    }
    List<Polynomial> tensor = zeros(count(last));
    Copy copy = last.copy().get();
    int[] next = {0};
    forEach(
        copy.variables(),
        _ -> {
          Polynomial value = destination.get(next[0]++);
          if (copy.guards().stream().noneMatch(this::fails)) {
            tensor.set(checked(copy.source().evaluate(point::get), tensor.size()), value);
          }
        });
    return tensor;
  }

  private void call(List<Loop> lanes) {
    OperandMap last = physical.operands().getLast();
    // By the lanes' coordinates in the destination's tile, in the order in which they are stored.
    Map<List<Long>, Integer> addresses = new TreeMap<>(SymbolicExecution::compare);
    Map<List<Long>, Polynomial> register = new HashMap<>();
    List<TiledAxis> tile = tile(physical.operands().size() - 1);
    forEach(
        lanes,
        _ -> {
          List<Long> lane = tile.stream().map(axis -> point.get(axis.lane())).toList();
          List<Guard> guards = last.strided().map(Strided::guards).orElse(last.guards());
          boolean isStored = guards.stream().noneMatch(this::fails);
          if (isStored && !register.containsKey(lane)) {
            int address = checked(address(last, tile), destination.size());
            addresses.put(lane, address);
            register.put(lane, destination.get(address).copy());
          }
          List<Long> product = new ArrayList<>();
          long coefficient = 1;
          for (int i = 0; i < sources.size(); i++) {
            Value value = source(i);
            if (value.element() < 0) {
              coefficient *= value.constant();
            } else {
              product.add(value.element());
            }
          }
          Polynomial sum = register.get(lane);
          if (sum != null && coefficient != 0) {
            sum.add(product, coefficient);
          }
        });
    addresses.forEach((lane, address) -> destination.set(address, register.get(lane)));
  }

  private static int compare(List<Long> left, List<Long> right) {
    for (int i = 0; i < left.size(); i++) {
      int order = Long.compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private Value source(int index) {
    OperandMap operand = physical.operands().get(index);
    List<Guard> guards = operand.strided().map(Strided::guards).orElse(operand.guards());
    for (Guard guard : guards) {
      if (fails(guard)) {
        return new Value(-1, (long) guard.fill());
      }
    }
    List<Value> buffer = sources.get(index);
    return buffer.get(checked(address(operand, tile(index)), buffer.size()));
  }

  private List<TiledAxis> tile(int index) {
    Access access = physical.mapping().intrinsic().compute().statement().accesses().get(index);
    return access.coordinates().stream()
        .map(coordinate -> coordinate.terms().getFirst().axis())
        .map(axis ->
            physical.tiles().stream()
                .filter(tile -> tile.intrinsicAxis().equals(axis))
                .findFirst()
                .orElseThrow())
        .toList();
  }

  private long address(OperandMap operand, List<TiledAxis> tile) {
    if (operand.strided().isEmpty()) {
      return operand.element().evaluate(point::get);
    }
    Strided strided = operand.strided().get();
    long address = strided.base().evaluate(point::get);
    for (int i = 0; i < tile.size(); i++) {
      address += strided.strides().get(i) * requireNonNull(point.get(tile.get(i).lane()));
    }
    return address;
  }

  /// Visits every value of the variables, the last fastest.
  private void forEach(List<Loop> variables, Consumer<Map<String, Long>> visit) {
    if (variables.isEmpty()) {
      visit.accept(point);
      return;
    }
    Loop first = variables.getFirst();
    for (long value = 0; value < first.extent(); value++) {
      point.put(first.name(), value);
      forEach(variables.subList(1, variables.size()), visit);
    }
  }
}
