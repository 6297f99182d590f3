package dev.certosina.cli.tensor;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The header of an `.npy` file: a Python dict literal with element type, order and shape.
///
/// @param columnMajor NumPy's `fortran_order`
record NpyHeader(ElementType type, boolean columnMajor, List<Long> shape) {
  private static final Map<String, ElementType> TYPES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("<f4", ElementType.FLOAT32),
              Map.entry("<f8", ElementType.FLOAT64),
              Map.entry("<f2", ElementType.FLOAT16),
              Map.entry("|i1", ElementType.INT8),
              Map.entry("<i2", ElementType.INT16),
              Map.entry("<i4", ElementType.INT32),
              Map.entry("<i8", ElementType.INT64),
              Map.entry("|u1", ElementType.UINT8),
              Map.entry("<u2", ElementType.UINT16),
              Map.entry("<u4", ElementType.UINT32),
              Map.entry("<u8", ElementType.UINT64),
              Map.entry("|b1", ElementType.BOOL)));

  private static final Pattern TYPE = Pattern.compile("'descr'\\s*:\\s*'([^']*)'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9,\\s]*)\\)");

  /// Reads the dict literal `text` of the file `source`.
  static NpyHeader parse(String text, String source) {
    String code = find(TYPE, text, source);
    ElementType type = TYPES.get(code);
    if (type == null) {
      throw new ModelException(
          "%s: element type '%s' is not supported; needed one of %s"
              .formatted(source, code, String.join(" ", TYPES.keySet())));
    }
    boolean columnMajor = find(ORDER, text, source).equals("True");
    return new NpyHeader(type, columnMajor, shape(find(SHAPE, text, source), source));
  }

  /// The dict literal.
  String text() {
    return "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }"
        .formatted(
            code(type),
            columnMajor ? "True" : "False",
            shape.stream().map(extent -> extent + ",").collect(Collectors.joining()));
  }

  private static String code(ElementType type) {
    return TYPES.entrySet().stream()
        .filter(entry -> entry.getValue() == type)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new ModelException(".npy files cannot hold element type " + type));
  }

  private static List<Long> shape(String extents, String source) {
    try {
      return Arrays.stream(extents.split(","))
          .map(String::strip)
          .filter(extent -> !extent.isEmpty())
          .map(Long::valueOf)
          .toList();
    } catch (NumberFormatException e) {
      throw new ModelException(source + ": shape (" + extents + ") is not a list of extents", e);
    }
  }

  private static String find(Pattern pattern, String text, String source) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new ModelException(source + ": not an .npy file, or a damaged one");
    }
    return matcher.group(1);
  }
}
