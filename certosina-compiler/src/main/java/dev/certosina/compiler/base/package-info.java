/// Small helpers without a place in the pipeline.
@NullMarked
package dev.certosina.compiler.base;

import org.jspecify.annotations.NullMarked;
