package dev.certosina.cli.dims;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A list of extents for one dim, or for several that share them: `input_ids.1=8,16,37`, `*.1=8`,
/// `sequence_length=8`.
///
/// @param name `INPUT.AXIS`, `*.AXIS`, or a symbol's name in the model file
/// @param extents one or more, none negative
public record DimRequest(String name, List<Long> extents) {
  public DimRequest {
    extents = List.copyOf(extents);
  }

  /// Reads one request.
  ///
  /// @throws IllegalArgumentException where `text` is not `NAME=EXTENT[,EXTENT…]`
  public static DimRequest parse(String text) {
    int equals = text.lastIndexOf('=');
    if (equals <= 0 || equals == text.length() - 1) {
      throw malformed(text);
    }
    var extents = new ArrayList<Long>();
    for (String extent : text.substring(equals + 1).split(",", -1)) {
      extents.add(extent(extent, text));
    }
    return new DimRequest(text.substring(0, equals), extents);
  }

  /// Reads requests separated by white space: `"*.0=1 *.1=8,16"`.
  public static List<DimRequest> parseAll(String text) {
    return text.isBlank()
        ? List.of()
        : Arrays.stream(text.strip().split("\\s+")).map(DimRequest::parse).toList();
  }

  /// Every choice of one extent per request, the last request varying fastest.
  public static List<Map<String, Long>> combinations(List<DimRequest> requests) {
    List<Map<String, Long>> combinations = List.of(Map.of());
    for (DimRequest request : requests) {
      var extended = new ArrayList<Map<String, Long>>();
      for (Map<String, Long> combination : combinations) {
        for (long extent : request.extents) {
          var choice = new LinkedHashMap<>(combination);
          choice.put(request.name, extent);
          extended.add(choice);
        }
      }
      combinations = extended;
    }
    return combinations;
  }

  private static long extent(String digits, String text) {
    try {
      long extent = Long.parseLong(digits);
      if (extent >= 0) {
        return extent;
      }
    } catch (NumberFormatException e) {
      throw malformed(text);
    }
    throw malformed(text);
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "dim '%s': needed NAME=EXTENT[,EXTENT…] with extents of at least 0".formatted(text));
  }
}
