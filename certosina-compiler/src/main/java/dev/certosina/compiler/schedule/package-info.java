/// Loop and memory decisions: groups of stages, row spaces, where each tensor lives.
@NullMarked
package dev.certosina.compiler.schedule;

import org.jspecify.annotations.NullMarked;
