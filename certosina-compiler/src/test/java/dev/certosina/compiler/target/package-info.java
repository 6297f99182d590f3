/// Tests of targets and their notation.
@NullMarked
package dev.certosina.compiler.target;

import org.jspecify.annotations.NullMarked;
