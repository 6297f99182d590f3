/// How the loops around a mapped instruction are ordered, blocked, unrolled and shared out.
@NullMarked
package dev.certosina.compiler.schedule.nest;

import org.jspecify.annotations.NullMarked;
