/// Kernel IR: loops, vectors, loads, stores and calls over addressed buffers.
@NullMarked
package dev.certosina.compiler.kernel;

import org.jspecify.annotations.NullMarked;
