package dev.certosina;

import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.plan.Context;
import dev.certosina.runtime.plan.Plan;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Moves the tensors of one call to where native code can reach them, and results back.
///
/// A tensor is used where it lies if it is native, aligned, and cannot be freed during the call;
/// everything else is copied through the context's memory.
final class TensorTransfer {
  private static final long ALIGNMENT = 64;

  /// Any thread but the caller's; asked whether it could close a tensor's memory.
  private static final Thread STRANGER = Thread.ofPlatform().daemon().unstarted(() -> {});

  private final Plan plan;
  private final List<Program.TensorSpec> specs;
  private final Tensor[] inputs;
  private final Tensor[] outputs;
  private final long[] inputAddresses;
  private final long[] outputAddresses;
  private final boolean[] outputInPlace;

  /// @param provided outputs that the caller wants written to its own memory
  /// @throws ModelException when a provided output has another shape than the plan says
  TensorTransfer(Program program, Plan plan, Tensor[] inputs, Map<String, Tensor> provided) {
    this.plan = plan;
    this.specs = program.outputs();
    this.inputs = inputs;
    this.inputAddresses = new long[inputs.length];
    this.outputs = new Tensor[specs.size()];
    this.outputAddresses = new long[outputs.length];
    this.outputInPlace = new boolean[outputs.length];
    for (int i = 0; i < outputs.length; i++) {
      Tensor tensor = provided.get(specs.get(i).name());
      long[] shape = plan.outputs().get(i).shape().values();
      outputs[i] = tensor == null ? OutputTensors.allocate(specs.get(i).type(), shape) : tensor;
      if (!Arrays.equals(outputs[i].extents(), shape)) {
        throw new ModelException(
            "output '%s' is %s, needed %s"
                .formatted(specs.get(i).name(), outputs[i], Arrays.toString(shape)));
      }
    }
  }

  long[] inputAddresses() {
    return inputAddresses;
  }

  long[] outputAddresses() {
    return outputAddresses;
  }

  /// Settles where inputs and outputs lie and copies the inputs that cannot stay where they are.
  void copyIn(Context context) {
    for (int i = 0; i < inputs.length; i++) {
      MemorySegment data = inputs[i].data();
      if (isUsableInPlace(inputs[i])) {
        inputAddresses[i] = data.address();
      } else {
        MemorySegment room = context.room(plan.inputs().get(i));
        room.copyFrom(data);
        inputAddresses[i] = room.address();
      }
    }
    for (int i = 0; i < outputs.length; i++) {
      outputInPlace[i] = isUsableInPlace(outputs[i]) && !overlapsAnother(i);
      outputAddresses[i] =
          outputInPlace[i]
              ? outputs[i].data().address()
              : context.room(plan.outputs().get(i)).address();
    }
  }

  /// Copies the outputs that were not written in place.
  ///
  /// @return all outputs by name
  Map<String, Tensor> copyOut(Context context) {
    Map<String, Tensor> results = new LinkedHashMap<>();
    for (int i = 0; i < outputs.length; i++) {
      if (!outputInPlace[i]) {
        outputs[i].data().copyFrom(context.room(plan.outputs().get(i)));
      }
      results.put(specs.get(i).name(), outputs[i]);
    }
    return Collections.unmodifiableMap(results);
  }

  private static boolean isUsableInPlace(Tensor tensor) {
    MemorySegment data = tensor.data();
    return data.isNative()
        && data.address() % ALIGNMENT == 0
        && (tensor.isStable() || !data.isAccessibleBy(STRANGER));
  }

  /// Whether an output shares bytes with an input or with another output.
  private boolean overlapsAnother(int output) {
    MemorySegment data = outputs[output].data();
    for (Tensor input : inputs) {
      if (data.asOverlappingSlice(input.data()).isPresent()) {
        return true;
      }
    }
    for (int other = 0; other < outputs.length; other++) {
      if (other != output && data.asOverlappingSlice(outputs[other].data()).isPresent()) {
        return true;
      }
    }
    return false;
  }
}
