/// The composer for accelerators whose tiles have fixed sizes: GPUs and matrix engines.
///
/// The output of a product is cut into rectangles, each covered by the tiles of one kernel over the
/// whole reduction; the tiles of all rectangles share the processing elements. On a GPU, where the
/// hardware starts blocks in order, one rectangle or two
/// ([dev.certosina.runtime.compose.tile.TileComposer]); on an accelerator that is scheduled ahead
/// of time, all nine patterns of MikPoly, the longest tiles dealt out first.
@NullMarked
package dev.certosina.runtime.compose.tile;

import org.jspecify.annotations.NullMarked;
