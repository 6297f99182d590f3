/// The command `certosina-bench`.
@NullMarked
package dev.certosina.bench;

import org.jspecify.annotations.NullMarked;
