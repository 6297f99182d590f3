package dev.certosina.testkit;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.certosina.ElementType;
import dev.certosina.compiler.texpr.TensorValue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// ONNX Runtime as an oracle for whole models with f32 and i64 inputs and f32 outputs.
public final class OnnxRuntimePeer implements AutoCloseable {
  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;

  public OnnxRuntimePeer(byte[] model) {
    try {
      session = environment.createSession(model);
    } catch (OrtException e) {
      throw new IllegalArgumentException("ONNX Runtime refuses the model", e);
    }
  }

  /// The outputs, in the model's order.
  public List<TensorValue> run(Map<String, TensorValue> inputs) {
    Map<String, OnnxTensor> tensors = new LinkedHashMap<>();
    try {
      for (var input : inputs.entrySet()) {
        tensors.put(input.getKey(), tensor(input.getValue()));
      }
      List<TensorValue> outputs = new ArrayList<>();
      try (OrtSession.Result result = session.run(tensors)) {
        for (Map.Entry<String, OnnxValue> output : result) {
          outputs.add(value((OnnxTensor) output.getValue()));
        }
      }
      return outputs;
    } catch (OrtException e) {
      throw new IllegalArgumentException("ONNX Runtime cannot run the model", e);
    } finally {
      tensors.values().forEach(OnnxTensor::close);
    }
  }

  private OnnxTensor tensor(TensorValue value) throws OrtException {
    long[] shape = value.shape().stream().mapToLong(extent -> extent).toArray();
    return value.type() == ElementType.INT64
        ? OnnxTensor.createTensor(environment, LongBuffer.wrap(value.toLongs()), shape)
        : OnnxTensor.createTensor(environment, FloatBuffer.wrap(value.toFloats()), shape);
  }

  private static TensorValue value(OnnxTensor tensor) {
    TensorInfo info = tensor.getInfo();
    ByteBuffer bytes = tensor.getByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    byte[] copy = MemorySegment.ofBuffer(bytes).toArray(ValueLayout.JAVA_BYTE);
    List<Long> shape = Arrays.stream(info.getShape()).boxed().toList();
    return new TensorValue(ElementType.FLOAT32, shape, MemorySegment.ofArray(copy));
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw new IllegalStateException(e);
    }
  }
}
