package dev.certosina.peers;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.Tensor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.Map;

/// Tensors across the border to ONNX Runtime's Java API, which has no unsigned types beyond 8 bits.
final class OnnxTensors {
  private static final Map<ElementType, OnnxJavaType> TYPES =
      new EnumMap<>(
          Map.of(
              ElementType.FLOAT32, OnnxJavaType.FLOAT,
              ElementType.FLOAT64, OnnxJavaType.DOUBLE,
              ElementType.FLOAT16, OnnxJavaType.FLOAT16,
              ElementType.BFLOAT16, OnnxJavaType.BFLOAT16,
              ElementType.INT8, OnnxJavaType.INT8,
              ElementType.INT16, OnnxJavaType.INT16,
              ElementType.INT32, OnnxJavaType.INT32,
              ElementType.INT64, OnnxJavaType.INT64,
              ElementType.UINT8, OnnxJavaType.UINT8,
              ElementType.BOOL, OnnxJavaType.BOOL));

  private OnnxTensors() {}

  /// A tensor of ONNX Runtime over a direct copy of `tensor`'s elements.
  static OnnxTensor wrap(OrtEnvironment environment, String name, Tensor tensor)
      throws OrtException {
    OnnxJavaType type = TYPES.get(tensor.type());
    if (type == null) {
      throw new ModelException(
          "input '%s': onnxruntime's Java API does not take %s".formatted(name, tensor.type()));
    }
    MemorySegment data = tensor.data();
    if (data.byteSize() > Integer.MAX_VALUE) {
      throw new ModelException(
          "input '%s': onnxruntime's Java API takes at most 2 GB".formatted(name));
    }
    var buffer = ByteBuffer.allocateDirect((int) data.byteSize()).order(ByteOrder.nativeOrder());
    MemorySegment.ofBuffer(buffer).copyFrom(data);
    return OnnxTensor.createTensor(environment, buffer, tensor.shape(), type);
  }

  /// A copy of an output.
  static Tensor copy(String name, OnnxValue value) {
    if (!(value instanceof OnnxTensor tensor)) {
      throw new ModelException("output '%s' of onnxruntime is not a tensor".formatted(name));
    }
    OnnxJavaType type = tensor.getInfo().type;
    for (Map.Entry<ElementType, OnnxJavaType> entry : TYPES.entrySet()) {
      if (entry.getValue() == type) {
        MemorySegment data = MemorySegment.ofBuffer(tensor.getByteBuffer());
        return Tensor.of(data, entry.getKey(), tensor.getInfo().getShape());
      }
    }
    throw new ModelException(
        "output '%s': onnxruntime's Java API does not give %s".formatted(name, type));
  }
}
