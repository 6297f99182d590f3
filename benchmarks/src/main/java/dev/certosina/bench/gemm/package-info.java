/// The suite of matrix products with constant weights.
@NullMarked
package dev.certosina.bench.gemm;

import org.jspecify.annotations.NullMarked;
