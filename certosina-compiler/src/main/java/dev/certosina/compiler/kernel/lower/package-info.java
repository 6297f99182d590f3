/// From scheduled stages to kernels, with the words that each kernel is called with.
@NullMarked
package dev.certosina.compiler.kernel.lower;

import org.jspecify.annotations.NullMarked;
