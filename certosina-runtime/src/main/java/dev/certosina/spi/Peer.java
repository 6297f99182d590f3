package dev.certosina.spi;

import dev.certosina.ModelException;
import dev.certosina.Tensor;
import java.nio.file.Path;
import java.util.Map;

/// Another engine that runs the same models, for comparison. Implementations are found through
/// [java.util.ServiceLoader]; the product itself never calls one.
public interface Peer {

  /// The name under which commands know it, for example `onnxruntime`.
  String name();

  /// The version of the engine that is really loaded.
  String version();

  /// Loads an ONNX model at the engine's best public settings.
  ///
  /// @param threads how many threads one run may use, the caller's included
  /// @throws ModelException where the engine refuses the model
  Loaded load(Path model, int threads);

  /// A model loaded by a peer.
  interface Loaded extends AutoCloseable {

    /// Hands over the inputs of many runs once, so that runs can be timed without copying them.
    ///
    /// @throws ModelException where the engine refuses an input
    Call bind(Map<String, Tensor> inputs);

    @Override
    void close();
  }

  /// Runs on fixed inputs. Used by one thread at a time.
  interface Call extends AutoCloseable {

    /// Runs once and drops the outputs; what is timed.
    void run();

    /// Runs once and copies the outputs, in the model's order.
    Map<String, Tensor> outputs();

    @Override
    void close();
  }
}
