/// Tests of code generation.
@NullMarked
package dev.certosina.compiler.llvm;

import org.jspecify.annotations.NullMarked;
