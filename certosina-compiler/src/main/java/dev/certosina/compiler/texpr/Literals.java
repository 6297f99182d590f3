package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Turns known numbers into payloads and tensors, and back.
final class Literals {
  private Literals() {}

  /// `value` as a literal of `type`, which is a compute type.
  static Payload of(ElementType type, double value) {
    return type.isFloat()
        ? new Payload.FloatConstant(type, FloatMath.round(type, value))
        : new Payload.IntConstant(type, IntegerMath.fromFloat(type, value));
  }

  /// A dim as a number of `type`, which is a compute type.
  static Payload ofDim(Dim dim, ElementType type) {
    if (dim instanceof Dim.Constant(long value)) {
      return type.isFloat()
          ? new Payload.FloatConstant(type, FloatMath.round(type, (double) value))
          : new Payload.IntConstant(type, IntegerMath.wrap(type, value));
    }
    Payload index = new Payload.IndexValue(IndexExpr.constant(dim));
    return type == ElementType.INT64 ? index : new Payload.Convert(type, index);
  }

  /// The element of a tensor that has exactly one, in its compute type.
  static Optional<Payload> single(Initializer initializer) {
    TensorValue value = TensorValue.of(initializer);
    if (!initializer.type().isComputable() || value.elementCount() != 1) {
      return Optional.empty();
    }
    ElementType type = Lowering.computeType(initializer.type());
    return Optional.of(
        type.isFloat()
            ? new Payload.FloatConstant(
                type, ElementArray.Bits.readFloat(initializer.type(), value.data(), 0))
            : new Payload.IntConstant(type, ElementArray.Bits.readInteger(type, value.data(), 0)));
  }

  /// Solved contents as a tensor, if all of them are constants.
  static Optional<Initializer> tensor(ValueInfo info, List<Dim> contents) {
    boolean constant = contents.stream().allMatch(Dims::isConstant);
    if (!constant || !info.shape().stream().allMatch(Dims::isConstant)) {
      return Optional.empty();
    }
    ElementArray elements = ElementArray.allocate(info.type(), contents.size());
    for (int i = 0; i < contents.size(); i++) {
      long value = Dims.constantValue(contents.get(i)).orElseThrow();
      switch (elements) {
        case ElementArray.Floats floats -> floats.values()[i] = value;
        case ElementArray.Doubles doubles -> doubles.values()[i] = value;
        case ElementArray.Integers integers ->
            integers.values()[i] = IntegerMath.wrap(info.type(), value);
      }
    }
    List<Long> shape =
        info.shape().stream()
            .map(dim -> Dims.constantValue(dim).orElseThrow())
            .collect(Collectors.toList());
    return Optional.of(new Initializer(info.name(), info.type(), shape, elements.encode()));
  }
}
