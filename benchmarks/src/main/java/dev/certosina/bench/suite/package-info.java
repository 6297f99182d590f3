/// What all suites share: cases, checking all engines and timing them in turns.
@NullMarked
package dev.certosina.bench.suite;

import org.jspecify.annotations.NullMarked;
