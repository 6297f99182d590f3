/// Processors that code is generated for, as facts that passes may ask about.
@NullMarked
package dev.certosina.compiler.target;

import org.jspecify.annotations.NullMarked;
