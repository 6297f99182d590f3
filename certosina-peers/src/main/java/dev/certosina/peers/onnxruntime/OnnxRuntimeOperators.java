package dev.certosina.peers.onnxruntime;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.TensorInfo;
import dev.certosina.ModelException;
import dev.certosina.peers.onnxruntime.OnnxFormulas.Formula;
import dev.certosina.peers.operator.Layouts;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorPeer;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.OperatorWay;
import dev.certosina.peers.operator.PreparedOperator;
import java.lang.foreign.Arena;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Single operators on ONNX Runtime's CPU provider: a model of one or a few nodes with weights as
/// initializers, which the runtime packs when it loads them, and with a pinned output.
public final class OnnxRuntimeOperators implements OperatorPeer {
  private static final long ALIGNMENT_BYTES = 64;

  @Override
  public String name() {
    return "onnxruntime";
  }

  @Override
  public String version() {
    return environment().getVersion();
  }

  @Override
  public String settings() {
    return "all graph optimisations, sequential, constant weights, pinned outputs";
  }

  @Override
  public List<OperatorWay> ways(OperatorProblem problem, Operands operands, int threads) {
    return OnnxFormulas.of(problem, operands).stream()
        .<OperatorWay>map(formula -> new Way(formula, problem, operands, threads))
        .toList();
  }

  private record Way(Formula formula, OperatorProblem problem, Operands operands, int threads)
      implements OperatorWay {

    @Override
    public String text() {
      return formula.text();
    }

    @Override
    public PreparedOperator prepare() {
      try {
        Prepared prepared = OnnxRuntimeOperators.prepare(formula, problem, operands, threads);
        prepared.run();
        return prepared;
      } catch (OrtException e) {
        throw refused(e);
      }
    }
  }

  private static Prepared prepare(
      Formula formula, OperatorProblem problem, Operands operands, int threads)
      throws OrtException {
    try (var options = new SessionOptions()) {
      options.setOptimizationLevel(SessionOptions.OptLevel.ALL_OPT);
      options.setExecutionMode(SessionOptions.ExecutionMode.SEQUENTIAL);
      options.setIntraOpNumThreads(threads);
      options.setInterOpNumThreads(1);
      OrtSession session = environment().createSession(formula.model().toBytes(), options);
      var inputs = new LinkedHashMap<String, OnnxTensor>();
      inputs.put("x", tensor(formula.left(), direct(left(formula, problem, operands))));
      if (!formula.right().isEmpty()) {
        inputs.put("w", tensor(formula.right(), direct(operands.right())));
      }
      FloatBuffer result =
          direct(new float[Math.toIntExact(OperatorProblem.elements(problem.outShape()))]);
      OnnxTensor output = tensor(outputShape(session), result);
      return new Prepared(formula.text(), session, inputs, output, result);
    }
  }

  private static float[] left(Formula formula, OperatorProblem problem, Operands operands) {
    return formula.leftOrder().isEmpty()
        ? operands.left()
        : Layouts.permute(operands.left(), problem.leftShape(), formula.leftOrder());
  }

  private static List<Integer> outputShape(OrtSession session) throws OrtException {
    NodeInfo output = Objects.requireNonNull(session.getOutputInfo().get(OnnxModel.OUTPUT));
    var info = (TensorInfo) output.getInfo();
    var shape = new ArrayList<Integer>();
    for (long extent : info.getShape()) {
      shape.add((int) extent);
    }
    return shape;
  }

  private static OnnxTensor tensor(List<Integer> shape, FloatBuffer data) throws OrtException {
    long[] dims = shape.stream().mapToLong(Integer::longValue).toArray();
    return OnnxTensor.createTensor(environment(), data, dims);
  }

  private static FloatBuffer direct(float[] values) {
    long bytes = Math.max(1L, values.length) * Float.BYTES;
    return Arena.ofAuto()
        .allocate(bytes, ALIGNMENT_BYTES)
        .asByteBuffer()
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer()
        .put(values)
        .rewind();
  }

  private static OrtEnvironment environment() {
    return OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "certosina");
  }

  private static ModelException refused(OrtException e) {
    return new ModelException(
        "onnxruntime: " + String.valueOf(e.getMessage()).replace('\n', ' '), e);
  }

  private record Prepared(
      String formula,
      OrtSession session,
      Map<String, OnnxTensor> inputs,
      OnnxTensor pinned,
      FloatBuffer result)
      implements PreparedOperator {

    @Override
    public void run() {
      try {
        session.run(inputs, Set.of(), Map.of(OnnxModel.OUTPUT, pinned)).close();
      } catch (OrtException e) {
        throw refused(e);
      }
    }

    @Override
    public float[] output() {
      run();
      var values = new float[result.capacity()];
      result.get(0, values);
      return values;
    }

    @Override
    public void close() {
      try {
        inputs.values().forEach(OnnxTensor::close);
        pinned.close();
        session.close();
      } catch (OrtException e) {
        throw refused(e);
      }
    }
  }
}
