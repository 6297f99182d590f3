/// What an executable holds: the program (groups, stages, buffers), machine code and weights.
@NullMarked
package dev.certosina.runtime.exec;

import org.jspecify.annotations.NullMarked;
