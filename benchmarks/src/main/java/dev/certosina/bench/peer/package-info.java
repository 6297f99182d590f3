/// Peers in processes of their own: what one of them does to its process ends no benchmark.
@NullMarked
package dev.certosina.bench.peer;

import org.jspecify.annotations.NullMarked;
