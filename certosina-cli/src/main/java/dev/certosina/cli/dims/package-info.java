/// Dims as people ask for them on the command line.
@NullMarked
package dev.certosina.cli.dims;

import org.jspecify.annotations.NullMarked;
