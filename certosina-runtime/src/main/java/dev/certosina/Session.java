package dev.certosina;

import dev.certosina.runtime.plan.Context;
import dev.certosina.runtime.plan.ContextPool;
import dev.certosina.runtime.plan.IndexFault;
import dev.certosina.runtime.plan.Plan;
import java.lang.ref.Reference;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/// Runs a model. Thread-safe: concurrent calls each get their own memory.
///
/// The memory of a call is kept for the next one; it grows to what the largest recent call needed
/// and not with the number of different shapes.
public final class Session implements AutoCloseable {
  private final LoadedModel model;
  private final ContextPool contexts;
  private final ReferenceCount references = new ReferenceCount(this::free);
  private final AtomicBoolean closed = new AtomicBoolean();

  /// @param model retained for this session
  Session(LoadedModel model) {
    this.model = model;
    this.contexts = new ContextPool(model::newContext);
  }

  /// Runs the model once.
  ///
  /// @param inputs one tensor for every input of the model, by name
  /// @return every output by name, in the model's order
  /// @throws ModelException when a tensor is missing, unknown, or of a type or shape that the model
  ///   does not take, or when the model is not valid for these shapes and values
  /// @throws DeviceException when there is not enough memory
  public Map<String, Tensor> run(Map<String, Tensor> inputs) {
    return run(inputs, Map.of());
  }

  /// Runs the model once and writes the outputs that the caller provides to the caller's memory.
  ///
  /// @param inputs one tensor for every input of the model, by name
  /// @param outputs tensors of exactly the shapes that the outputs will have; those left out are
  ///   allocated
  /// @return every output by name, in the model's order
  /// @throws ModelException as [#run(Map)], and when an output has another shape
  public Map<String, Tensor> run(Map<String, Tensor> inputs, Map<String, Tensor> outputs) {
    if (closed.get() || !references.tryRetain()) {
      throw new ModelException("the session is closed");
    }
    try {
      Tensor[] tensors = model.signature.inputs(inputs);
      model.signature.checkOutputs(outputs);
      Plan plan = model.plans.get(model.signature.symbols(tensors));
      return run(new TensorTransfer(model.program, plan, tensors, outputs), plan);
    } catch (IndexFault fault) {
      throw model.signature.refusal(fault, inputs);
    } finally {
      model.runs.increment();
      references.release();
    }
  }

  private Map<String, Tensor> run(TensorTransfer transfer, Plan plan) {
    Context context = contexts.acquire();
    try {
      prepare(context, plan);
      transfer.copyIn(context);
      context.run(model.helpers, transfer.inputAddresses(), transfer.outputAddresses());
      return transfer.copyOut(context);
    } finally {
      contexts.release(context);
      // Native code knows tensors by address alone: they must not be collected before this point.
      Reference.reachabilityFence(transfer);
    }
  }

  /// Under a memory limit, idle memory of this session makes way for the call.
  private void prepare(Context context, Plan plan) {
    try {
      context.prepare(plan);
    } catch (DeviceException shortage) {
      if (contexts.idleBytes() == 0) {
        throw shortage;
      }
      contexts.trim();
      context.prepare(plan);
    }
  }

  /// Gives memory that no call is using back to the operating system.
  public void trim() {
    contexts.trim();
  }

  /// Counters of the model and all its sessions.
  public Statistics statistics() {
    return model.statistics();
  }

  /// Ends the session; calls that are under way finish.
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      references.release();
    }
  }

  private void free() {
    contexts.close();
    model.references.release();
  }
}
