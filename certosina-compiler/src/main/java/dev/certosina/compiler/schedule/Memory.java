package dev.certosina.compiler.schedule;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Turns coordinates into addresses: resolves aliases to the tensor that owns the memory and
/// flattens row-major coordinates.
public final class Memory {
  private final Map<String, Tensor> tensors = new LinkedHashMap<>();
  private final Map<String, String> owners = new HashMap<>();

  public Memory(TensorProgram program) {
    program.tensors().forEach(tensor -> tensors.put(tensor.name(), tensor));
    for (Statement statement : program.statements()) {
      if (statement instanceof Statement.Alias(String target, String source)) {
        owners.put(target, owner(source));
      }
    }
  }

  /// Declares a tensor that the schedule itself needs.
  public void declare(Tensor tensor) {
    tensors.put(tensor.name(), tensor);
  }

  /// The tensor whose memory `tensor` names; itself unless it is an alias.
  public String owner(String tensor) {
    return owners.getOrDefault(tensor, tensor);
  }

  public Tensor tensor(String name) {
    return Objects.requireNonNull(tensors.get(name), name);
  }

  public ElementType type(String tensor) {
    return tensor(tensor).type();
  }

  /// The number of elements of a tensor.
  public Dim elements(String tensor) {
    return Dims.multiply(tensor(tensor).shape());
  }

  /// Elements between neighbours along each dim.
  public List<Dim> strides(String tensor) {
    List<Dim> shape = tensor(tensor).shape();
    Dim[] strides = new Dim[shape.size()];
    Dim stride = Dims.constant(1);
    for (int d = shape.size() - 1; d >= 0; d--) {
      strides[d] = stride;
      stride = Dims.multiply(stride, shape.get(d));
    }
    return List.of(strides);
  }

  /// The address of `coordinates` in elements.
  public IndexExpr address(String tensor, List<IndexExpr> coordinates) {
    List<Dim> strides = strides(tensor);
    IndexExpr address = IndexExpr.constant(0);
    for (int d = 0; d < coordinates.size(); d++) {
      address = address.plus(coordinates.get(d).times(strides.get(d)));
    }
    return address;
  }

  /// The expression with every load and the write as addresses into memory owners.
  public TensorExpr linearize(TensorExpr expr) {
    return new TensorExpr(
        expr.name(),
        expr.axes(),
        owner(expr.output()),
        List.of(address(expr.output(), expr.write())),
        expr.combiner(),
        linearize(expr.payload()));
  }

  public Payload linearize(Payload payload) {
    return Payloads.substituteLoads(
        payload,
        load ->
            Optional.of(
                new Payload.Load(
                    owner(load.tensor()), List.of(address(load.tensor(), load.coordinates())))));
  }
}
