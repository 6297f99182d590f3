/// The native LLVM library, bound through the foreign function interface.
@NullMarked
package dev.certosina.compiler.llvm.internal;

import org.jspecify.annotations.NullMarked;
