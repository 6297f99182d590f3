/// Models and peers as the commands use them.
@NullMarked
package dev.certosina.cli.engine;

import org.jspecify.annotations.NullMarked;
