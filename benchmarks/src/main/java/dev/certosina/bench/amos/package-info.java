/// The suite of the fifteen operators on which AMOS (ISCA 2022) was evaluated.
@NullMarked
package dev.certosina.bench.amos;

import org.jspecify.annotations.NullMarked;
