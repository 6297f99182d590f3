package dev.certosina.peers.onednn;

import static dev.certosina.peers.onednn.Descriptions.plain;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SRC;

import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.PreparedOperator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.dnnl.IntMemoryMap;
import org.bytedeco.dnnl.engine;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.primitive;
import org.bytedeco.dnnl.primitive_desc;
import org.bytedeco.dnnl.reorder;
import org.bytedeco.dnnl.stream;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;

/// Primitives that run one after another.
final class PrimitiveChain implements PreparedOperator {

  private record Step(primitive operation, IntMemoryMap arguments) {}

  private final engine processor;
  private final stream queue;
  private final List<Integer> outShape;
  private final List<Step> steps = new ArrayList<>();
  private final List<String> implementations = new ArrayList<>();
  private final Deque<Pointer> owned = new ArrayDeque<>();
  private final String formula;
  private memory result;

  PrimitiveChain(engine processor, stream queue, String formula, List<Integer> outShape) {
    this.processor = processor;
    this.queue = queue;
    this.formula = formula;
    this.outShape = outShape;
    this.result = empty(plain(outShape));
  }

  engine processor() {
    return processor;
  }

  /// Closes `pointer` with the chain.
  <P extends Pointer> P own(P pointer) {
    owned.push(pointer);
    return pointer;
  }

  memory empty(memory.desc description) {
    return own(new memory(own(description), processor));
  }

  /// A tensor in the format `to`, filled from elements that lie densely in the format `from`.
  memory filled(memory.desc from, float[] elements, memory.desc to) {
    memory dense = empty(from);
    floats(dense, elements.length).put(elements);
    if (from.equals(to)) {
      return dense;
    }
    memory target = empty(to);
    reorder(dense, target);
    return target;
  }

  /// Adds a step.
  void step(primitive_desc description, primitive operation, Map<Integer, memory> arguments) {
    own(description);
    implementations.add(description.impl_info_str().getString());
    add(operation, arguments);
  }

  /// Adds the conversion of one format into another as a step of its own, which is timed.
  void reorderStep(memory from, memory to) {
    implementations.add("reorder of weights");
    add(new reorder(from, to), Map.of(DNNL_ARG_SRC, from, DNNL_ARG_DST, to));
  }

  /// Says where the result is, as a tensor of as many elements as the problem's.
  void result(memory result) {
    this.result = result;
  }

  @Override
  public String formula() {
    return formula + " (" + String.join(", ", implementations) + ")";
  }

  @Override
  public void run() {
    for (Step step : steps) {
      step.operation.execute(queue, step.arguments);
    }
    queue._wait();
  }

  @Override
  public float[] output() {
    run();
    memory.desc description = result.get_desc();
    var dims = new long[description.get_ndims()];
    description.get_dims().get(dims);
    var shape = new ArrayList<Integer>();
    for (long dim : dims) {
      shape.add((int) dim);
    }
    memory dense = empty(plain(shape));
    reorder(result, dense);
    var elements = new float[Math.toIntExact(OperatorProblem.elements(outShape))];
    floats(dense, elements.length).get(elements);
    return elements;
  }

  @Override
  public void close() {
    owned.forEach(Pointer::close);
    owned.clear();
  }

  private void add(primitive operation, Map<Integer, memory> arguments) {
    own(operation);
    IntMemoryMap map = own(new IntMemoryMap());
    new TreeMap<>(arguments).forEach(map::put);
    steps.add(new Step(operation, map));
  }

  private void reorder(memory from, memory to) {
    try (var conversion = new reorder(from, to)) {
      conversion.execute(queue, from, to);
      queue._wait();
    }
  }

  private static FloatPointer floats(memory tensor, long count) {
    return new FloatPointer(tensor.get_data_handle()).capacity(count);
  }
}
