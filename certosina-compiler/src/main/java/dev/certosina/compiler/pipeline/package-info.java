/// The ordered list of phases, and the service that compiles a model file to an executable.
@NullMarked
package dev.certosina.compiler.pipeline;

import org.jspecify.annotations.NullMarked;
