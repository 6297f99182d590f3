/// Helpers for the tests of several modules, which get them as this module's test-jar.
@NullMarked
package dev.certosina.testkit;

import org.jspecify.annotations.NullMarked;
