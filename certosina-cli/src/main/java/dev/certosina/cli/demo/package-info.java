/// The sentence encoder that `demo` runs.
@NullMarked
package dev.certosina.cli.demo;

import org.jspecify.annotations.NullMarked;
