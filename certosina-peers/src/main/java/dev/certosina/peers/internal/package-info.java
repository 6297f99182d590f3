/// Native calls that no binding of an engine offers.
@NullMarked
package dev.certosina.peers.internal;

import org.jspecify.annotations.NullMarked;
