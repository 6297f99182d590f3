/// Times of engines, taken in turns.
@NullMarked
package dev.certosina.bench.measure;

import org.jspecify.annotations.NullMarked;
