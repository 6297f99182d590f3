/// What a compiler implements so that models can be loaded without compiling them by hand.
@NullMarked
package dev.certosina.spi;

import org.jspecify.annotations.NullMarked;
