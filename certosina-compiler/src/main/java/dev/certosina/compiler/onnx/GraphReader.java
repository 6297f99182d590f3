package dev.certosina.compiler.onnx;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.Graph.Attribute;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads the main `GraphProto` of a model.
final class GraphReader {
  private final Map<String, Integer> opsets;
  private final Optional<ExternalData> external;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Initializer> initializers = new LinkedHashMap<>();
  private final List<WireReader> inputs = new ArrayList<>();
  private final List<String> outputs = new ArrayList<>();
  private int nodeCount;

  GraphReader(Map<String, Integer> opsets, Optional<ExternalData> external) {
    this.opsets = opsets;
    this.external = external;
  }

  Graph read(WireReader reader) {
    while (reader.next()) {
      switch (reader.field()) {
        case 1 -> readNode(reader.message("NodeProto"));
        case 5 -> addInitializer(readInitializer(reader.message("TensorProto")));
        case 11 -> inputs.add(reader.message("ValueInfoProto"));
        case 12 -> outputs.add(ValueInfoReader.readName(reader.message("ValueInfoProto")));
        case 15 -> throw new ModelException("has sparse initializers, which are not supported");
        default -> reader.skip();
      }
    }
    return build();
  }

  private Graph build() {
    var values = new LinkedHashMap<String, ValueInfo>();
    for (WireReader input : inputs) {
      ValueInfoReader.Declared declared = ValueInfoReader.read(input);
      if (!initializers.containsKey(declared.name())
          && values.put(declared.name(), declared.required()) != null) {
        throw new ModelException("input " + Names.quoted(declared.name()) + " is declared twice");
      }
    }
    List<ValueInfo> required = List.copyOf(values.values());
    refuseDuplicates(values.keySet());
    Set<String> sources = new LinkedHashSet<>(values.keySet());
    sources.addAll(initializers.keySet());
    List<Node> sorted = TopologicalSort.sort(nodes, sources);
    refuseUndefinedOutputs(sources, sorted);
    return new Graph(opsets, required, outputs, initializers, sorted, values);
  }

  private void refuseDuplicates(Set<String> inputNames) {
    var defined = new LinkedHashSet<>(inputNames);
    defined.addAll(initializers.keySet());
    for (Node node : nodes) {
      for (String output : node.outputs()) {
        if (!output.isEmpty() && !defined.add(output)) {
          throw new ModelException(
              "%s: output %s is already defined"
                  .formatted(Names.node(node.name(), node.operator()), Names.quoted(output)));
        }
      }
    }
  }

  private void refuseUndefinedOutputs(Set<String> sources, List<Node> sorted) {
    var defined = new LinkedHashSet<>(sources);
    sorted.forEach(node -> defined.addAll(node.outputs()));
    for (String output : outputs) {
      if (output.isEmpty() || !defined.contains(output)) {
        throw new ModelException(
            "output " + Names.quoted(output) + " is not defined by any input, initializer or node");
      }
    }
    if (outputs.isEmpty()) {
      throw new ModelException("graph has no outputs");
    }
  }

  private Initializer readInitializer(WireReader reader) {
    Initializer initializer = TensorProtoReader.read(reader, "initializer", external);
    if (initializer.name().isEmpty()) {
      throw new ModelException("an initializer of the graph has no name");
    }
    return initializer;
  }

  private void addInitializer(Initializer initializer) {
    if (initializers.put(initializer.name(), initializer) != null) {
      throw new ModelException(
          "initializer " + Names.quoted(initializer.name()) + " is already defined");
    }
  }

  private void readNode(WireReader reader) {
    Node node = nodeFields(reader, nodeCount++);
    if (node.domain().isEmpty() && node.operator().equals("Constant")) {
      addInitializer(ConstantNode.toInitializer(node));
    } else {
      nodes.add(node);
    }
  }

  private Node nodeFields(WireReader reader, int position) {
    var inputs = new ArrayList<String>();
    var outputs = new ArrayList<String>();
    var attributes = new ArrayList<WireReader>();
    String name = "";
    String operator = "";
    String domain = "";
    while (reader.next()) {
      switch (reader.field()) {
        case 1 -> inputs.add(reader.string());
        case 2 -> outputs.add(reader.string());
        case 3 -> name = reader.string();
        case 4 -> operator = reader.string();
        case 5 -> attributes.add(reader.message("AttributeProto"));
        case 7 -> domain = OnnxReader.normalized(reader.string());
        default -> reader.skip();
      }
    }
    if (operator.isEmpty()) {
      throw new ModelException("node %d has no operator".formatted(position));
    }
    String shown = name.isEmpty() ? operator + "_" + position : name;
    return new Node(
        shown,
        domain,
        operator,
        opsets.getOrDefault(domain, 0),
        inputs,
        outputs,
        readAttributes(attributes, shown));
  }

  private Map<String, Attribute> readAttributes(List<WireReader> readers, String node) {
    var attributes = new LinkedHashMap<String, Attribute>();
    for (WireReader reader : readers) {
      var attribute = AttributeReader.read(reader, "node " + Names.quoted(node), external);
      if (attributes.put(attribute.name(), attribute.value()) != null) {
        throw new ModelException(
            "node %s has the attribute %s twice"
                .formatted(Names.quoted(node), Names.quoted(attribute.name())));
      }
    }
    return attributes;
  }

  /// The element type with ONNX's number `code`.
  static ElementType elementType(long code, String where) {
    return TensorProtoReader.elementType(code)
        .orElseThrow(() ->
            new ModelException(
                "%s has the element type number %d, which ONNX does not define"
                    .formatted(where, code)));
  }
}
