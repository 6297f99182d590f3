package dev.certosina.cli.engine;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.Tensor;
import dev.certosina.cli.json.Json;
import dev.certosina.cli.tensor.Difference;
import dev.certosina.cli.tensor.Tolerance;
import dev.certosina.spi.Peer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// How the outputs of one call differ from those of another engine.
///
/// @param differences by output name
public record Comparison(String engine, String engineVersion, Map<String, Difference> differences) {

  /// Runs the model in `peer` on the same inputs and compares.
  ///
  /// @param tolerance by the element type of an output
  public static Comparison with(
      Peer peer,
      Path onnx,
      int threads,
      Map<String, Tensor> inputs,
      Map<String, Tensor> outputs,
      Function<ElementType, Tolerance> tolerance) {
    try (Peer.Loaded loaded = peer.load(onnx, threads);
        Peer.Call call = loaded.bind(inputs)) {
      return of(peer, call.outputs(), outputs, tolerance);
    }
  }

  /// Compares with outputs that `peer` has computed.
  public static Comparison of(
      Peer peer,
      Map<String, Tensor> expected,
      Map<String, Tensor> outputs,
      Function<ElementType, Tolerance> tolerance) {
    var differences = new LinkedHashMap<String, Difference>();
    outputs.forEach((name, actual) -> {
      Tensor wanted = expected.get(name);
      if (wanted == null) {
        throw new ModelException("%s has no output '%s'".formatted(peer.name(), name));
      }
      differences.put(name, Difference.between(wanted, actual, tolerance.apply(wanted.type())));
    });
    return new Comparison(peer.name(), peer.version(), differences);
  }

  /// True where every output agrees.
  public boolean agrees() {
    return differences.values().stream().allMatch(Difference::agrees);
  }

  /// Prints one line per output.
  public void print(PrintWriter text) {
    text.printf("compared with %s %s:%n", engine, engineVersion);
    differences.forEach((name, difference) ->
        text.printf(
            "  %s  largest absolute %.3g, relative %.3g: %s%n",
            name,
            difference.largestAbsolute(),
            difference.largestRelative(),
            difference.agrees() ? "agrees" : difference.reason()));
  }

  public Json.Structure toJson() {
    var outputs = new ArrayList<Json>();
    differences.forEach((name, difference) ->
        outputs.add(
            Json.object()
                .with("name", name)
                .with("largestAbsolute", difference.largestAbsolute())
                .with("largestRelative", difference.largestRelative())
                .with("agrees", difference.agrees())
                .with("reason", difference.reason())));
    return Json.object()
        .with("with", engine)
        .with("withVersion", engineVersion)
        .with("agrees", agrees())
        .with("outputs", outputs);
  }
}
