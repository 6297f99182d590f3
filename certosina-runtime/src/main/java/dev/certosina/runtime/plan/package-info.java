/// From the dims of a call to native blocks: variants, tiles, the arena, and the caches of both.
@NullMarked
package dev.certosina.runtime.plan;

import org.jspecify.annotations.NullMarked;
