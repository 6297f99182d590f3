/// Measuring candidates on this machine, and what is kept of it.
@NullMarked
package dev.certosina.cli.tune;

import org.jspecify.annotations.NullMarked;
