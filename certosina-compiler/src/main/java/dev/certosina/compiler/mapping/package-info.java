/// Which axes of a computation play which part of a matrix product, with reasons for each refusal.
@NullMarked
package dev.certosina.compiler.mapping;

import org.jspecify.annotations.NullMarked;
