@NullMarked
package dev.certosina.compiler.kernel.lower;

import org.jspecify.annotations.NullMarked;
