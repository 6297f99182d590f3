package dev.certosina.compiler.kernel.lower;

import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.coordinate;
import static dev.certosina.compiler.kernel.KernelExprs.divide;
import static dev.certosina.compiler.kernel.KernelExprs.inScratch;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.multiply;
import static dev.certosina.compiler.kernel.KernelExprs.remainder;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.lower.LoweredStage.Word;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.schedule.Place;
import dev.certosina.compiler.schedule.TaskGroup;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.BufferKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/// Collects an entry kernel's parameters while its body is written, and forms addresses.
///
/// Constant dims become literals; every other dim that the body needs becomes one i64 parameter.
/// Buffers get neutral names (`p0`, `p1`, …) in the order of first use, so that stages which differ
/// only in the tensors they work on give equal kernels.
final class ArgumentBlock {
  private final KernelBuilder builder;
  private final TaskGroup group;
  private final Memory memory;
  private final Map<String, Place> places;
  private final Map<String, Access> accesses;
  private final List<Word> words = new ArrayList<>();
  private final Map<Word, Expr> scalars = new LinkedHashMap<>();
  private final Map<String, String> buffers = new LinkedHashMap<>();
  private final Map<String, Expr> rowBias = new LinkedHashMap<>();
  private final Map<String, Expr> axisValues = new LinkedHashMap<>();

  /// @param accesses how the stage uses each buffer
  ArgumentBlock(
      KernelBuilder builder,
      TaskGroup group,
      Memory memory,
      Map<String, Place> places,
      Map<String, Access> accesses) {
    this.builder = builder;
    this.group = group;
    this.memory = memory;
    this.places = places;
    this.accesses = accesses;
  }

  List<Word> words() {
    return words;
  }

  /// Binds the values of the group's outer axes; call once, first.
  void bindOuterAxes() {
    Expr rest = coordinate(Coordinate.OUTER);
    List<Axis> outer = group.outer();
    for (int i = outer.size() - 1; i > 0; i--) {
      Expr extent = dim(outer.get(i).extent());
      axisValues.put(
          outer.get(i).name(), builder.let(outer.get(i).name(), remainder(rest, extent)));
      rest = builder.let("rest", divide(rest, extent));
    }
    if (!outer.isEmpty()) {
      axisValues.put(outer.getFirst().name(), builder.let(outer.getFirst().name(), rest));
    }
  }

  /// Declares the buffers of these tensors; call once, before any loop, so that what they need is
  /// bound where the whole body sees it.
  void bindBuffers(Iterable<String> tensors) {
    tensors.forEach(this::buffer);
  }

  /// Gives an axis its value for the addresses formed from now on.
  void setAxis(String axis, Expr value) {
    axisValues.put(axis, value);
  }

  /// The value of a dim.
  Expr dim(Dim dim) {
    OptionalLong constant = Dims.constantValue(dim);
    return constant.isPresent() ? index(constant.getAsLong()) : word(new Word.Scalar(dim), "d");
  }

  private Expr word(Word word, String prefix) {
    Expr known = scalars.get(word);
    if (known == null) {
      known = builder.scalar(prefix + scalars.size());
      scalars.put(word, known);
      words.add(word);
    }
    return known;
  }

  /// The parameter name of the buffer that holds `tensor`.
  String buffer(String tensor) {
    String name = place(tensor).buffer();
    String parameter = buffers.get(name);
    if (parameter == null) {
      parameter = "p" + buffers.size();
      buffers.put(name, parameter);
      String extent = parameter + "_extent";
      builder.buffer(
          parameter, memory.type(name), Objects.requireNonNull(accesses.get(name), name), extent);
      words.add(new Word.Address(name));
      builder.scalar(extent);
      words.add(extent(name));
      if (isLocal(name)) {
        Expr bias = multiply(inScratch(parameter), coordinate(Coordinate.ROW));
        rowBias.put(name, builder.let("bias", bias));
      }
    }
    return parameter;
  }

  private Word extent(String buffer) {
    Dim elements = memory.elements(buffer);
    Dim rows = Dims.multiply(group.outerExtent(), group.row().extent());
    Dim divisor = Dims.max(rows, Dims.constant(1));
    return isLocal(buffer)
        ? new Word.Local(elements, Dims.constant(0), Dims.floorDiv(elements, divisor))
        : new Word.Scalar(elements);
  }

  /// The buffer that holds `tensor`; the tensor must not be in a register.
  Place.InBuffer place(String tensor) {
    if (places.get(tensor) instanceof Place.InBuffer place) {
      return place;
    }
    throw new IllegalStateException(tensor + " has no buffer");
  }

  private boolean isLocal(String buffer) {
    return place(buffer).kind() == BufferKind.LOCAL;
  }

  /// An element's position in the buffer of `tensor`. Every axis in `address` must have a value.
  Expr address(String tensor, IndexExpr address) {
    buffer(tensor);
    Place.InBuffer place = place(tensor);
    Expr sum = dim(address.offset());
    for (IndexExpr.Term term : address.terms()) {
      Expr value = Objects.requireNonNull(axisValues.get(term.axis()), term.axis());
      sum = add(sum, multiply(value(place, term, value), stride(place, term)));
    }
    return sum;
  }

  /// The value of a linear form of axes, as a number rather than an address.
  Expr position(IndexExpr form) {
    Expr sum = dim(form.offset());
    for (IndexExpr.Term term : form.terms()) {
      Expr value = Objects.requireNonNull(axisValues.get(term.axis()), term.axis());
      sum = add(sum, multiply(value, dim(term.coefficient())));
    }
    return sum;
  }

  /// In scratch there is one row tile: rows count from the tile's first one.
  private Expr value(Place.InBuffer place, IndexExpr.Term term, Expr value) {
    boolean local = place.kind() == BufferKind.LOCAL;
    return local && term.axis().equals(group.row().name())
        ? subtract(value, Objects.requireNonNull(rowBias.get(place.buffer())))
        : value;
  }

  /// In scratch there is one outer point: strides between points are 0.
  private Expr stride(Place.InBuffer place, IndexExpr.Term term) {
    boolean outer = group.outer().stream().anyMatch(axis -> axis.name().equals(term.axis()));
    return place.kind() == BufferKind.LOCAL && outer
        ? word(new Word.Local(term.coefficient(), Dims.constant(0), Dims.constant(0)), "s")
        : dim(term.coefficient());
  }
}
