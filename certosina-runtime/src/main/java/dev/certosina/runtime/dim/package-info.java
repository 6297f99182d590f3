/// Symbolic dims: extents that become numbers when the shapes of a call are known.
@NullMarked
package dev.certosina.runtime.dim;

import org.jspecify.annotations.NullMarked;
