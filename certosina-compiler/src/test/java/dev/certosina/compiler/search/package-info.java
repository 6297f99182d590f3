@NullMarked
package dev.certosina.compiler.search;

import org.jspecify.annotations.NullMarked;
