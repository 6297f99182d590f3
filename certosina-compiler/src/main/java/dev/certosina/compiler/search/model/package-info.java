/// How long a candidate takes, without running it: a hierarchical model after AMOS (ISCA 2022),
/// with writes, repacking, register files and limits of parallelism.
///
/// It is good for discarding the worse half of some candidates, not for picking the best.
@NullMarked
package dev.certosina.compiler.search.model;

import org.jspecify.annotations.NullMarked;
