/// The operator graph as imported, with symbolic shapes.
@NullMarked
package dev.certosina.compiler.graph;

import org.jspecify.annotations.NullMarked;
