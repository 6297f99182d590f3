/// From kernels to machine code: LLVM IR text, and what LLVM makes of it, laid out as a blob.
@NullMarked
package dev.certosina.compiler.llvm;

import org.jspecify.annotations.NullMarked;
