/// Tensor expressions: iteration domain, access maps, payload, combiner.
@NullMarked
package dev.certosina.compiler.texpr;

import org.jspecify.annotations.NullMarked;
