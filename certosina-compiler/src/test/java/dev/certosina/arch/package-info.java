/// Tests of the code base itself: its walls and its house rules.
@NullMarked
package dev.certosina.arch;

import org.jspecify.annotations.NullMarked;
