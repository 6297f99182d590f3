package dev.certosina.bench;

import dev.certosina.ModelException;
import dev.certosina.peers.onednn.OneDnnPeer;
import dev.certosina.peers.onnxruntime.OnnxRuntimeOperators;
import dev.certosina.peers.operator.OperatorPeer;
import dev.certosina.peers.pytorch.PyTorchPeer;
import java.util.ArrayList;
import java.util.List;

/// The engines to compare with, by name.
final class OperatorPeers {
  private static final List<OperatorPeer> ALL =
      List.of(new OnnxRuntimeOperators(), new OneDnnPeer(), new PyTorchPeer());

  /// Computes products only; it comes with the suite of products.
  private static final String TO_COME = "openblas";

  private OperatorPeers() {}

  /// @param names all engines if empty
  /// @throws ModelException for an unknown name
  static List<OperatorPeer> named(List<String> names) {
    if (names.isEmpty()) {
      return ALL;
    }
    var peers = new ArrayList<OperatorPeer>();
    for (String name : names) {
      if (name.equals(TO_COME)) {
        throw new ModelException("peer '%s' is not there yet".formatted(name));
      }
      peers.add(
          ALL.stream()
              .filter(peer -> peer.name().equals(name))
              .findFirst()
              .orElseThrow(() ->
                  new ModelException(
                      "found peer '%s', needed one of %s"
                          .formatted(name, ALL.stream().map(OperatorPeer::name).toList()))));
    }
    return peers;
  }
}
