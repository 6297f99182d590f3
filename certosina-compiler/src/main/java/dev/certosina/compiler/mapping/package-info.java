/// Which axes of a computation may feed which axes of an instruction, where its operands then are,
/// and why not otherwise.
@NullMarked
package dev.certosina.compiler.mapping;

import org.jspecify.annotations.NullMarked;
