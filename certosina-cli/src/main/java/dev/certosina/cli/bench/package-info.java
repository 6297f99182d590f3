/// Measures a model against other engines, in turns.
@NullMarked
package dev.certosina.cli.bench;

import org.jspecify.annotations.NullMarked;
