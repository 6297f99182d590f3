/// The online stage: how the work of one shape is cut into tasks, in microseconds.
///
/// A product of `m` rows, `n` columns and a reduction of `k` steps is cut into *tasks*: a band of
/// rows times a range of panels, and for a long `k` one of its chunks. A task runs micro-kernels of
/// several heights, so that their sum is the band's rows and nothing is padded
/// ([dev.certosina.runtime.compose.RowCover]). What a call costs is known from
/// [dev.certosina.runtime.compose.model]; what all tasks cost together follows from dealing them
/// out to workers ([dev.certosina.runtime.compose.Makespan]), and is never less than the bytes they
/// read over the bandwidth that the workers share. [dev.certosina.runtime.compose.ProductComposer]
/// looks at a few dozen ways to cut and takes the cheapest; one with small tasks at the end must
/// beat the simple one by more than the model is usually off.
///
/// A plan says who computes what when. It never changes the order in which an element is
/// accumulated: the chunks of `k` follow from `n` and `k` alone
/// ([dev.certosina.runtime.compose.ReductionChunks]).
///
/// `compose.tile` does the same for accelerators whose tiles have fixed sizes.
@NullMarked
package dev.certosina.runtime.compose;

import org.jspecify.annotations.NullMarked;
