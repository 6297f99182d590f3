@NullMarked
package dev.certosina.compiler.mapping.check;

import org.jspecify.annotations.NullMarked;
