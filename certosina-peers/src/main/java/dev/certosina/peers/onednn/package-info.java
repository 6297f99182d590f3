/// Single operators on oneDNN, through its primitives.
@NullMarked
package dev.certosina.peers.onednn;

import org.jspecify.annotations.NullMarked;
