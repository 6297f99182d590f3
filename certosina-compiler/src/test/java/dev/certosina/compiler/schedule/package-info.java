@NullMarked
package dev.certosina.compiler.schedule;

import org.jspecify.annotations.NullMarked;
