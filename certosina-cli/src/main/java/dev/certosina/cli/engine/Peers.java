package dev.certosina.cli.engine;

import dev.certosina.ModelException;
import dev.certosina.spi.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;

/// The engines to compare with: the interpreter, and those of certosina-peers where it is on the
/// class path.
public final class Peers {
  private Peers() {}

  /// The peers of these names, in this order.
  ///
  /// @throws ModelException where one is not on the class path
  public static List<Peer> named(List<String> names) {
    var known = new TreeMap<String, Peer>();
    known.put(Interpreter.NAME, new Interpreter());
    ServiceLoader.load(Peer.class).forEach(peer -> known.put(peer.name(), peer));
    var peers = new ArrayList<Peer>();
    for (String name : names) {
      Peer peer = known.get(name);
      if (peer == null) {
        throw new ModelException(
            "peer '%s' is not on the class path; found %s"
                .formatted(name, String.join(", ", known.keySet())));
      }
      peers.add(peer);
    }
    return peers;
  }
}
