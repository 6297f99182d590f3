@NullMarked
package dev.certosina.compiler.mapping.operators;

import org.jspecify.annotations.NullMarked;
