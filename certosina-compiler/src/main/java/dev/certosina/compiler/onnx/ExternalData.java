package dev.certosina.compiler.onnx;

import dev.certosina.ModelException;
import dev.certosina.compiler.base.Names;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Tensors stored in files beside the model. Only files inside the model's folder are read:
/// symbolic links and `..` are resolved first.
final class ExternalData {
  private final Path folder;
  private final Map<Path, MemorySegment> mapped = new HashMap<>();

  ExternalData(Path folder) {
    this.folder = folder;
  }

  /// The `byteSize` bytes that the entries `location`, `offset` and `length` name.
  MemorySegment read(String where, List<WireReader> entries, long byteSize) {
    String location = "";
    long offset = 0;
    long length = byteSize;
    for (WireReader entry : entries) {
      Entry pair = Entry.read(entry);
      switch (pair.key) {
        case "location" -> location = pair.value;
        case "offset" -> offset = number(where, pair);
        case "length" -> length = number(where, pair);
        default -> {} // a checksum, or something newer that says nothing about the place
      }
    }
    MemorySegment file = map(where, location);
    if (offset > file.byteSize() || length > file.byteSize() - offset) {
      throw new ModelException(
          "%s: external data %s has %d bytes, needs %d from offset %d"
              .formatted(where, Names.quoted(location), file.byteSize(), length, offset));
    }
    return file.asSlice(offset, length);
  }

  private MemorySegment map(String where, String location) {
    String what = where + ": external data " + Names.quoted(location);
    if (location.isEmpty()) {
      throw new ModelException(what + " names no file");
    }
    try {
      Path root = folder.toRealPath();
      Path file = root.resolve(location).toRealPath();
      if (!file.startsWith(root)) {
        throw new ModelException(what + " lies outside the model's folder");
      }
      MemorySegment known = mapped.get(file);
      if (known == null) {
        known = FileMapping.map(file);
        mapped.put(file, known);
      }
      return known;
    } catch (IOException | InvalidPathException e) {
      throw new ModelException(what + " cannot be read", e);
    }
  }

  private static long number(String where, Entry entry) {
    try {
      long value = Long.parseLong(entry.value);
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // falls through to the refusal below
    }
    throw new ModelException(
        "%s: external data has the %s %s, needs a count of bytes"
            .formatted(where, entry.key, Names.quoted(entry.value)));
  }

  /// A key and a value of `TensorProto.external_data`.
  record Entry(String key, String value) {
    static Entry read(WireReader reader) {
      String key = "";
      String value = "";
      while (reader.next()) {
        switch (reader.field()) {
          case 1 -> key = reader.string();
          case 2 -> value = reader.string();
          default -> reader.skip();
        }
      }
      return new Entry(key, value);
    }
  }
}
