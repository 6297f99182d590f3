/// Single operators as other engines run them: what a problem is, and the interface of a peer.
@NullMarked
package dev.certosina.peers.operator;

import org.jspecify.annotations.NullMarked;
