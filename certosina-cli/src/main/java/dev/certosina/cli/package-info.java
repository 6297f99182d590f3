/// The command `certosina`: where a process starts and how it ends.
@NullMarked
package dev.certosina.cli;

import org.jspecify.annotations.NullMarked;
