package dev.certosina;

import dev.certosina.runtime.exec.Program;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/// A loaded model. Thread-safe.
///
/// Sessions stay usable after the model is closed; code and weights are freed when the model and
/// all its sessions are closed.
public final class Model implements AutoCloseable {
  private final LoadedModel loaded;
  private final AtomicBoolean closed = new AtomicBoolean();

  Model(LoadedModel loaded) {
    this.loaded = loaded;
  }

  /// Name, element type and symbolic shape of every input.
  public List<Program.TensorSpec> inputs() {
    return loaded.program.inputs();
  }

  /// Name, element type and symbolic shape of every output, in the model's order.
  public List<Program.TensorSpec> outputs() {
    return loaded.program.outputs();
  }

  /// Name of the target whose machine code runs.
  public String target() {
    return loaded.target;
  }

  /// Texts that the compiler left in the executable, such as `producer` and `model`.
  public Map<String, String> info() {
    return loaded.info;
  }

  /// A new session; cheap, and it shares code, weights and plans with the model's other sessions.
  ///
  /// @throws ModelException when the model is closed
  public Session newSession() {
    if (closed.get() || !loaded.references.tryRetain()) {
      throw new ModelException("the model is closed");
    }
    return new Session(loaded);
  }

  /// Counters of this model and all its sessions.
  public Statistics statistics() {
    return loaded.statistics();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      loaded.references.release();
    }
  }
}
