package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Replaces nodes whose results are known numbers by initializers, so that [FoldConstants] can fold
/// what reads them:
///
/// ```
/// 'y': i64[2] {3, 4} = Shape('x')
/// initializer 'y': i64[2]
/// ```
public final class MaterializeShapes {
  private MaterializeShapes() {}

  public static InferredGraph run(InferredGraph inferred) {
    Map<String, Initializer> initializers = new LinkedHashMap<>(inferred.graph().initializers());
    var kept = new ArrayList<Node>();
    for (Node node : inferred.graph().nodes()) {
      if (node.outputs().stream().allMatch(output -> isKnown(inferred, output))) {
        for (String output : node.outputs()) {
          if (!output.isEmpty()) {
            ValueInfo value = inferred.graph().value(output).orElseThrow();
            initializers.put(
                output, encode(value, inferred.contents().getOrDefault(output, List.of())));
          }
        }
      } else {
        kept.add(node);
      }
    }
    return InferredGraphs.with(inferred, initializers, kept);
  }

  private static boolean isKnown(InferredGraph inferred, String output) {
    List<Dim> elements = inferred.contents().get(output);
    return output.isEmpty() || (elements != null && elements.stream().allMatch(Dims::isConstant));
  }

  private static Initializer encode(ValueInfo value, List<Dim> elements) {
    ByteBuffer bytes =
        ByteBuffer.allocate(elements.size() * value.type().byteSize())
            .order(ByteOrder.LITTLE_ENDIAN);
    for (Dim element : elements) {
      long number = Dims.constantValue(element).orElseThrow();
      if (value.type() == ElementType.BOOL) {
        bytes.put((byte) number);
      } else if (value.type() == ElementType.INT32) {
        bytes.putInt((int) number);
      } else {
        bytes.putLong(number);
      }
    }
    List<Long> shape = value.shape().isEmpty() ? List.of() : List.of((long) elements.size());
    return new Initializer(value.name(), value.type(), shape, MemorySegment.ofArray(bytes.array()));
  }
}
