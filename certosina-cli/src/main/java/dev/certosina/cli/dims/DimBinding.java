package dev.certosina.cli.dims;

import dev.certosina.ModelException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds out which dynamic extents of a model's inputs a request names.
///
/// A request for `INPUT.AXIS` beats one for `*.AXIS`, and both beat one for a symbol of the model
/// file. Extents that nobody asks for are 1.
public final class DimBinding {
  private final List<DynamicDim> dims;

  /// @param dims every dynamic extent of the inputs
  public DimBinding(List<DynamicDim> dims) {
    this.dims = List.copyOf(dims);
  }

  /// One dynamic extent.
  ///
  /// @param input the input's name
  /// @param symbol the name that the model file gives it; empty where it gives none
  public record DynamicDim(String input, int axis, String symbol) {
    /// The name under which every command knows it.
    public String name() {
      return input + "." + axis;
    }
  }

  /// The extent of every dynamic dim, by [DynamicDim#name].
  ///
  /// @throws ModelException where a request names no dynamic dim, or more than one extent
  public Map<String, Long> bind(Map<String, Long> requests) {
    requests.keySet().forEach(this::requireMatch);
    var extents = new LinkedHashMap<String, Long>();
    for (DynamicDim dim : dims) {
      extents.put(dim.name(), extent(dim, requests));
    }
    return extents;
  }

  private static long extent(DynamicDim dim, Map<String, Long> requests) {
    for (String name : List.of(dim.name(), "*." + dim.axis, dim.symbol)) {
      Long extent = requests.get(name);
      if (extent != null && !name.isEmpty()) {
        return extent;
      }
    }
    return 1;
  }

  private void requireMatch(String request) {
    if (dims.stream().anyMatch(dim -> matchesPosition(dim, request))) {
      return;
    }
    List<DynamicDim> named = dims.stream().filter(dim -> dim.symbol.equals(request)).toList();
    if (named.isEmpty()) {
      throw new ModelException(
          "dim '%s': the model has no such dynamic dim; it has %s"
              .formatted(request, describe(dims)));
    }
    clash(named)
        .ifPresent(clash -> {
          throw new ModelException(
              "dim '%s': the symbol names several extents of one input, %s; name one of them"
                  .formatted(request, describe(clash)));
        });
  }

  private static boolean matchesPosition(DynamicDim dim, String request) {
    return dim.name().equals(request) || ("*." + dim.axis).equals(request);
  }

  /// Two extents of one input that share a symbol, as in `[batch, batch]`.
  private static Optional<List<DynamicDim>> clash(List<DynamicDim> named) {
    var byInput = new LinkedHashMap<String, List<DynamicDim>>();
    for (DynamicDim dim : named) {
      byInput.computeIfAbsent(dim.input, input -> new ArrayList<>()).add(dim);
    }
    return byInput.values().stream().filter(clash -> clash.size() > 1).findFirst();
  }

  private static String describe(List<DynamicDim> dims) {
    return dims.isEmpty()
        ? "none"
        : String.join(", ", dims.stream().map(DynamicDim::name).toList());
  }
}
