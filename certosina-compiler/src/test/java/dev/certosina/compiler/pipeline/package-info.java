/// Tests of whole compilations.
@NullMarked
package dev.certosina.compiler.pipeline;

import org.jspecify.annotations.NullMarked;
