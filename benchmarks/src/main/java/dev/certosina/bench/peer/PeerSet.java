package dev.certosina.bench.peer;

import dev.certosina.cli.trial.ChildSettings;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The peers of a run.
///
/// @param peers in the order of the table's columns
public record PeerSet(List<Peer> peers) implements AutoCloseable {
  private static final String ONNX_RUNTIME = "onnxruntime";
  private static final String OLDER_ONNX_RUNTIME = "1.23.2";

  /// Names the folder with jars of other releases than the one on the class path.
  private static final String ENGINES = "CERTOSINA_ENGINES";

  private static final ChildSettings STANDARD =
      new ChildSettings(List.of(), ChildSettings.ownClassPath(), Map.of());

  public PeerSet {
    peers = List.copyOf(peers);
  }

  /// @param names that [OperatorPeers#named] gave
  /// @param threads that one run may use
  /// @param folder where results may be written
  /// @param cache where it is kept which variants count on this machine
  /// @param keeps whether this run measures well enough to add to that
  public static PeerSet of(
      List<String> names, int threads, Path folder, Path cache, boolean keeps) {
    var preferred = new PreferredVariants(cache.resolve("bench-variants.tsv"), keeps);
    var peers = new ArrayList<Peer>();
    for (String name : names) {
      var variants = new ArrayList<PeerProcess>();
      variants.add(new PeerProcess(name, "", threads, folder, STANDARD));
      if (name.equals(ONNX_RUNTIME)) {
        olderClassPath()
            .map(path -> new ChildSettings(List.of(), path, Map.of()))
            .ifPresent(older ->
                variants.add(new PeerProcess(name, OLDER_ONNX_RUNTIME, threads, folder, older)));
      }
      peers.add(new Peer(variants, preferred, threads));
    }
    return new PeerSet(peers);
  }

  /// The class path with the older ONNX Runtime instead of the newer; empty where it is not there.
  private static Optional<String> olderClassPath() {
    return Optional.ofNullable(System.getenv(ENGINES))
        .map(folder -> Path.of(folder, ONNX_RUNTIME + "-" + OLDER_ONNX_RUNTIME + ".jar"))
        .filter(Files::isRegularFile)
        .map(jar ->
            Arrays.stream(ChildSettings.ownClassPath().split(File.pathSeparator))
                .map(entry -> isOnnxRuntime(entry) ? jar.toString() : entry)
                .collect(Collectors.joining(File.pathSeparator)));
  }

  private static boolean isOnnxRuntime(String entry) {
    return Path.of(entry).getFileName().toString().startsWith(ONNX_RUNTIME + "-");
  }

  @Override
  public void close() {
    peers.forEach(Peer::close);
  }
}
