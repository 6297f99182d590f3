package dev.certosina.peers;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.certosina.ModelException;
import dev.certosina.Tensor;
import dev.certosina.spi.Peer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// ONNX Runtime on the CPU, with all graph optimisations.
public final class OnnxRuntimePeer implements Peer {

  @Override
  public String name() {
    return "onnxruntime";
  }

  @Override
  public String version() {
    return environment().getVersion();
  }

  @Override
  public Loaded load(Path model, int threads) {
    if (!Files.isRegularFile(model)) {
      throw new ModelException(model + ": no such file");
    }
    try (var options = new SessionOptions()) {
      options.setOptimizationLevel(SessionOptions.OptLevel.ALL_OPT);
      options.setExecutionMode(SessionOptions.ExecutionMode.SEQUENTIAL);
      options.setIntraOpNumThreads(threads);
      options.setInterOpNumThreads(1);
      return new LoadedModel(environment().createSession(model.toString(), options));
    } catch (OrtException e) {
      throw refused(e);
    }
  }

  private static OrtEnvironment environment() {
    return OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "certosina");
  }

  private static ModelException refused(OrtException e) {
    return new ModelException(
        "onnxruntime: " + String.valueOf(e.getMessage()).replace('\n', ' '), e);
  }

  private record LoadedModel(OrtSession session) implements Loaded {

    @Override
    public Call bind(Map<String, Tensor> inputs) {
      var bound = new BoundCall(session, new LinkedHashMap<>());
      try {
        for (Map.Entry<String, Tensor> input : inputs.entrySet()) {
          bound.inputs.put(
              input.getKey(), OnnxTensors.wrap(environment(), input.getKey(), input.getValue()));
        }
        return bound;
      } catch (OrtException e) {
        bound.close();
        throw refused(e);
      } catch (RuntimeException e) {
        bound.close();
        throw e;
      }
    }

    @Override
    public void close() {
      try {
        session.close();
      } catch (OrtException e) {
        throw refused(e);
      }
    }
  }

  private record BoundCall(OrtSession session, Map<String, OnnxTensor> inputs) implements Call {

    @Override
    public void run() {
      try {
        session.run(inputs).close();
      } catch (OrtException e) {
        throw refused(e);
      }
    }

    @Override
    public Map<String, Tensor> outputs() {
      var outputs = new LinkedHashMap<String, Tensor>();
      try (OrtSession.Result result = session.run(inputs)) {
        result.forEach(output ->
            outputs.put(output.getKey(), OnnxTensors.copy(output.getKey(), output.getValue())));
        return outputs;
      } catch (OrtException e) {
        throw refused(e);
      }
    }

    @Override
    public void close() {
      inputs.values().forEach(OnnxTensor::close);
    }
  }
}
