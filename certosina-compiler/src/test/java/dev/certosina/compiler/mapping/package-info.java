@NullMarked
package dev.certosina.compiler.mapping;

import org.jspecify.annotations.NullMarked;
