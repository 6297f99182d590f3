/// The online stage: how the work of one shape is cut into tasks, in microseconds.
///
/// A product of `m` rows, `n` columns and a reduction of `k` steps is cut into *tasks*: a band of
/// rows times a range of panels. A task runs micro-kernels of several heights, so that their sum is
/// the band's rows and nothing is padded ([dev.certosina.runtime.compose.RowCover]). What a call
/// costs is known from `compose.model`; what all tasks cost together follows from dealing them out
/// to workers ([dev.certosina.runtime.compose.Makespan]).
///
/// A plan says who computes what when. It never changes the order in which an element is
/// accumulated.
@NullMarked
package dev.certosina.runtime.compose;

import org.jspecify.annotations.NullMarked;
