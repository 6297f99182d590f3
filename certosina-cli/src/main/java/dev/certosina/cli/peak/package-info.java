/// How fast an accelerator's instructions are, by its file and by measurement.
@NullMarked
package dev.certosina.cli.peak;

import org.jspecify.annotations.NullMarked;
