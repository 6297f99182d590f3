/// Accelerators as options name them.
@NullMarked
package dev.certosina.cli.accelerator;

import org.jspecify.annotations.NullMarked;
