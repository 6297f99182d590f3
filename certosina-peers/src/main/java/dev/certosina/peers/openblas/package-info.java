/// Matrix products on OpenBLAS, through CBLAS.
@NullMarked
package dev.certosina.peers.openblas;

import org.jspecify.annotations.NullMarked;
