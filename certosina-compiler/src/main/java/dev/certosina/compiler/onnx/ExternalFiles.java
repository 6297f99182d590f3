package dev.certosina.compiler.onnx;

import dev.certosina.ModelException;
import dev.certosina.runtime.exec.IoFailures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds the files beside a model that hold its external data, without reading the model as a
/// whole.
public final class ExternalFiles {
  private static final int MODEL_GRAPH = 7;
  private static final int GRAPH_NODE = 1;
  private static final int GRAPH_INITIALIZER = 5;
  private static final int NODE_ATTRIBUTE = 5;
  private static final int ATTRIBUTE_TENSOR = 5;
  private static final int TENSOR_EXTERNAL_DATA = 13;

  private final Set<String> locations = new LinkedHashSet<>();

  private ExternalFiles() {}

  /// The existing files in the model's folder that initializers and constants of `model` name, in
  /// order of first mention. Files that lie elsewhere are left out: reading the model in full will
  /// refuse them.
  ///
  /// @throws ModelException when the file is not a model, so that nobody goes on with it
  public static List<Path> of(Path model) {
    var files = new ExternalFiles();
    try {
      files.readModel(new WireReader(FileMapping.map(model), "ModelProto"));
    } catch (IOException e) {
      throw new ModelException(model + ": cannot be read: " + IoFailures.describe(e), e);
    } catch (ModelException e) {
      throw new ModelException(model + ": " + e.getMessage(), e);
    }
    return files.locations.stream()
        .map(location -> resolve(model, location))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Path> resolve(Path model, String location) {
    try {
      Path file = model.resolveSibling(location);
      Path folder = model.toAbsolutePath().resolveSibling("").toRealPath();
      boolean inside = Files.isRegularFile(file) && file.toRealPath().startsWith(folder);
      return inside ? Optional.of(file) : Optional.empty();
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private void readModel(WireReader model) {
    while (model.next()) {
      if (model.field() == MODEL_GRAPH) {
        readGraph(model.message("GraphProto"));
      } else {
        model.skip();
      }
    }
  }

  private void readGraph(WireReader graph) {
    while (graph.next()) {
      switch (graph.field()) {
        case GRAPH_NODE -> readNode(graph.message("NodeProto"));
        case GRAPH_INITIALIZER -> readTensor(graph.message("TensorProto"));
        default -> graph.skip();
      }
    }
  }

  private void readNode(WireReader node) {
    while (node.next()) {
      if (node.field() == NODE_ATTRIBUTE) {
        readAttribute(node.message("AttributeProto"));
      } else {
        node.skip();
      }
    }
  }

  private void readAttribute(WireReader attribute) {
    while (attribute.next()) {
      if (attribute.field() == ATTRIBUTE_TENSOR) {
        readTensor(attribute.message("TensorProto"));
      } else {
        attribute.skip();
      }
    }
  }

  private void readTensor(WireReader tensor) {
    while (tensor.next()) {
      if (tensor.field() == TENSOR_EXTERNAL_DATA) {
        ExternalData.Entry entry =
            ExternalData.Entry.read(tensor.message("StringStringEntryProto"));
        if (entry.key().equals("location")) {
          locations.add(entry.value());
        }
      } else {
        tensor.skip();
      }
    }
  }
}
