package dev.certosina.cli.inspect;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.certosina.ModelException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What an ONNX file says about itself that the compiler's graph no longer holds: operators of
/// subgraphs and unsupported ones included, the names of symbolic extents, the producer.
///
/// @param operators how often each operator occurs, subgraphs included; the name of one outside the
///   standard domain is `DOMAIN::NAME`
/// @param dimNames of each main-graph input, the symbol of each axis; empty where the axis has a
///   number or no name
public record ModelOutline(
    String producer, Map<String, Integer> operators, Map<String, List<String>> dimNames) {

  /// What is known of a model without its ONNX file.
  public static final ModelOutline UNKNOWN = new ModelOutline("", Map.of(), Map.of());

  /// Reads the outline of `model`.
  ///
  /// @throws ModelException where the file is not an ONNX model
  public static ModelOutline read(Path model) throws IOException {
    try (InputStream input = new BufferedInputStream(Files.newInputStream(model))) {
      var reader = new Reader(CodedInputStream.newInstance(input));
      reader.model();
      return new ModelOutline(reader.producer.strip(), reader.operators, reader.dimNames);
    } catch (InvalidProtocolBufferException e) {
      throw new ModelException(model + ": not an ONNX model, or a damaged one", e);
    }
  }

  /// True where some of the model's arithmetic is in 8-bit integers.
  public boolean isQuantized() {
    return operators.keySet().stream()
        .anyMatch(name ->
            name.contains("Integer")
                || name.contains("QuantizeLinear")
                || name.startsWith("QLinear"));
  }

  /// Walks the wire format; the numbers are the field numbers of `onnx.proto`.
  private static final class Reader {
    /// Deeper nesting than any real model's `If` and `Loop` bodies.
    private static final int LARGEST_DEPTH = 64;

    private final CodedInputStream input;
    private final Map<String, Integer> operators = new TreeMap<>();
    private final Map<String, List<String>> dimNames = new LinkedHashMap<>();
    private String producer = "";
    private int depth;

    Reader(CodedInputStream input) {
      this.input = input;
      input.setSizeLimit(Integer.MAX_VALUE);
    }

    /// Handles one field, whose tag has been read; says whether it did.
    @FunctionalInterface
    private interface FieldReader {
      boolean read(int field) throws IOException;
    }

    void model() throws IOException {
      fields(field -> {
        switch (field) {
          case 2, 3 -> producer += input.readString() + " ";
          case 7 -> message(this::graphField);
          default -> {
            return false;
          }
        }
        return true;
      });
    }

    private boolean graphField(int field) throws IOException {
      switch (field) {
        case 1 -> node();
        case 11 -> valueInfo();
        default -> {
          return false;
        }
      }
      return true;
    }

    private void node() throws IOException {
      var names = new String[] {"", ""};
      message(field -> {
        switch (field) {
          case 4 -> names[0] = input.readString();
          case 7 -> names[1] = input.readString();
          case 5 -> message(this::attributeField);
          default -> {
            return false;
          }
        }
        return true;
      });
      boolean standard = names[1].isEmpty() || names[1].equals("ai.onnx");
      operators.merge(standard ? names[0] : names[1] + "::" + names[0], 1, Integer::sum);
    }

    private boolean attributeField(int field) throws IOException {
      if (field != 6 && field != 11) {
        return false;
      }
      depth++;
      message(this::graphField);
      depth--;
      return true;
    }

    private void valueInfo() throws IOException {
      var name = new String[] {""};
      var dims = new ArrayList<String>();
      message(field -> {
        switch (field) {
          case 1 -> name[0] = input.readString();
          case 2 -> nested(1, () -> nested(2, () -> nested(1, () -> dims.add(dimName()))));
          default -> {
            return false;
          }
        }
        return true;
      });
      if (depth == 0) {
        dimNames.put(name[0], List.copyOf(dims));
      }
    }

    private String dimName() throws IOException {
      var name = new String[] {""};
      message(field -> {
        if (field == 2) {
          name[0] = input.readString();
        }
        return field == 2;
      });
      return name[0];
    }

    @FunctionalInterface
    private interface Action {
      void run() throws IOException;
    }

    /// Reads a message of which only field `wanted` matters.
    private void nested(int wanted, Action action) throws IOException {
      message(field -> {
        if (field == wanted) {
          action.run();
        }
        return field == wanted;
      });
    }

    private void message(FieldReader reader) throws IOException {
      if (depth > LARGEST_DEPTH) {
        throw new ModelException("subgraphs nested deeper than " + LARGEST_DEPTH);
      }
      int limit = input.pushLimit(input.readRawVarint32());
      fields(reader);
      input.checkLastTagWas(0);
      input.popLimit(limit);
    }

    private void fields(FieldReader reader) throws IOException {
      for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
        boolean text = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
        if (!text || !reader.read(WireFormat.getTagFieldNumber(tag))) {
          input.skipField(tag);
        }
      }
    }
  }
}
