/// Our own side of the benchmarks, through the compiler and the runtime.
@NullMarked
package dev.certosina.bench.ours;

import org.jspecify.annotations.NullMarked;
