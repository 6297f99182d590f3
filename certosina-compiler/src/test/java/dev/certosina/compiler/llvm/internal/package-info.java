/// Running generated code in tests.
@NullMarked
package dev.certosina.compiler.llvm.internal;

import org.jspecify.annotations.NullMarked;
