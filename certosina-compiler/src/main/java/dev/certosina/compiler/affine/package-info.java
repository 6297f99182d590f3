/// Integer index arithmetic over loop axes.
@NullMarked
package dev.certosina.compiler.affine;

import org.jspecify.annotations.NullMarked;
