package dev.certosina.compiler.onnx;

import dev.certosina.ModelException;
import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.graph.Graph;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Reads an ONNX model.
///
/// Weights are not copied: initializers are slices of the mapped file, so that file must not be
/// changed while the graph or anything made from it is in use. Nodes come out in topological order,
/// `Constant` nodes as initializers, and initializers that an old file also lists as inputs as
/// initializers only. Every dynamic extent of an input becomes a symbol of its own, `INPUT.AXIS`,
/// whatever the file calls it.
///
/// Model-local functions and subgraphs are not read: the nodes that use them are left for
/// [dev.certosina.compiler.graph.UnsupportedOperators] to list. Training information is ignored.
public final class OnnxReader {
  private static final long MAX_IR_VERSION = 20;
  private static final int MIN_OPSET = 6;
  private static final int MAX_OPSET = 27;

  private final Optional<ExternalData> external;
  private final Map<String, Integer> opsets = new LinkedHashMap<>();
  private Optional<MemorySegment> graph = Optional.empty();
  private long irVersion;

  private OnnxReader(Optional<ExternalData> external) {
    this.external = external;
  }

  /// Reads a model file; external data is looked for in its folder.
  ///
  /// @throws ModelException when the file cannot be read or is not a valid model; the message
  ///   starts with the file's name
  public static Graph read(Path file) {
    try {
      MemorySegment bytes = FileMapping.map(file);
      Path folder = file.toAbsolutePath().getParent();
      return read(bytes, folder == null ? file.toAbsolutePath() : folder);
    } catch (NoSuchFileException e) {
      throw new ModelException(file + ": no such file", e);
    } catch (IOException e) {
      throw new ModelException(file + ": cannot be read: " + firstLine(e), e);
    } catch (ModelException e) {
      throw new ModelException(file + ": " + e.getMessage(), e);
    }
  }

  /// Reads a model from memory; external data is looked for in `folder`.
  ///
  /// @throws ModelException when it is not a valid model
  public static Graph read(MemorySegment bytes, Path folder) {
    if (bytes.byteSize() == 0) {
      throw new ModelException("file is empty, needs an ONNX model");
    }
    var reader = new OnnxReader(Optional.of(new ExternalData(folder)));
    reader.readModel(new WireReader(bytes, "ModelProto"));
    return reader.build();
  }

  private void readModel(WireReader reader) {
    while (reader.next()) {
      switch (reader.field()) {
        case 1 -> irVersion = reader.varint();
        case 7 -> graph = Optional.of(reader.bytes());
        case 8 -> readOpset(reader.message("OperatorSetIdProto"));
        default -> reader.skip();
      }
    }
  }

  private void readOpset(WireReader reader) {
    String domain = "";
    long version = 0;
    while (reader.next()) {
      switch (reader.field()) {
        case 1 -> domain = reader.string();
        case 2 -> version = reader.varint();
        default -> reader.skip();
      }
    }
    if (version != (int) version) {
      throw new ModelException(
          "imports version %d of the operator domain %s".formatted(version, Names.quoted(domain)));
    }
    opsets.put(normalized(domain), (int) version);
  }

  private Graph build() {
    if (graph.isEmpty() || irVersion == 0) {
      throw new ModelException("not an ONNX model: it has no graph or no IR version");
    }
    if (irVersion < 0 || irVersion > MAX_IR_VERSION) {
      throw new ModelException(
          "has IR version %d, 1 to %d are supported".formatted(irVersion, MAX_IR_VERSION));
    }
    Integer standard = opsets.get("");
    if (standard == null) {
      throw new ModelException("imports no version of the standard operators (domain 'ai.onnx')");
    }
    if (standard < MIN_OPSET || standard > MAX_OPSET) {
      throw new ModelException(
          "imports opset %d of the standard operators, %d to %d are supported"
              .formatted(standard, MIN_OPSET, MAX_OPSET));
    }
    return new GraphReader(opsets, external)
        .read(new WireReader(graph.orElseThrow(), "GraphProto"));
  }

  /// The standard domain has two names.
  static String normalized(String domain) {
    return domain.equals("ai.onnx") ? "" : domain;
  }

  private static String firstLine(IOException e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message.lines().findFirst().orElse("");
  }
}
