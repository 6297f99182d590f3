@NullMarked
package dev.certosina.cli.tune;

import org.jspecify.annotations.NullMarked;
