@NullMarked
package dev.certosina.compiler.affine;

import org.jspecify.annotations.NullMarked;
