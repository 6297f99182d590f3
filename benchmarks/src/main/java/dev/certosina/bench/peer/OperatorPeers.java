package dev.certosina.bench.peer;

import dev.certosina.ModelException;
import dev.certosina.peers.onednn.OneDnnPeer;
import dev.certosina.peers.onnxruntime.OnnxRuntimeOperators;
import dev.certosina.peers.openblas.OpenBlasPeer;
import dev.certosina.peers.operator.OperatorPeer;
import dev.certosina.peers.pytorch.PyTorchPeer;
import java.util.List;

/// The engines to compare with, by name. None is loaded before it is used.
public final class OperatorPeers {
  private static final List<OperatorPeer> ALL =
      List.of(new OnnxRuntimeOperators(), new OneDnnPeer(), new OpenBlasPeer(), new PyTorchPeer());

  private OperatorPeers() {}

  public static List<String> names() {
    return ALL.stream().map(OperatorPeer::name).toList();
  }

  /// Those of the names, or all where there are none.
  ///
  /// @throws ModelException for an unknown name
  public static List<String> named(List<String> names) {
    names.forEach(OperatorPeers::find);
    return names.isEmpty() ? names() : List.copyOf(names);
  }

  static OperatorPeer find(String name) {
    return ALL.stream()
        .filter(peer -> peer.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new ModelException("found peer '%s', needed one of %s".formatted(name, names())));
  }
}
