package dev.certosina.testkit;

import java.util.List;
import java.util.Set;

/// One ONNX backend test: a model, and inputs with the outputs they must give.
///
/// @param name unique in the archive
/// @param opset of the standard domain, or 0 where the model imports another domain only
/// @param operators `DOMAIN::NAME` outside the standard domain
/// @param types short names of all element types involved
/// @param model an ONNX file
public record ConformanceCase(
    String name,
    int opset,
    Set<String> operators,
    Set<String> types,
    byte[] model,
    List<DataSet> dataSets) {

  /// Serialised tensors, in the order of the model's inputs and outputs.
  public record DataSet(List<byte[]> inputs, List<byte[]> outputs) {}

  @Override
  public String toString() {
    return name;
  }
}
