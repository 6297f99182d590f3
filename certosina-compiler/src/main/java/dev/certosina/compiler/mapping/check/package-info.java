/// Executes physical mappings literally, and compares them with what their computations mean.
@NullMarked
package dev.certosina.compiler.mapping.check;

import org.jspecify.annotations.NullMarked;
