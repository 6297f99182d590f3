/// Threads that help a caller through one run and never hold it up.
@NullMarked
package dev.certosina.runtime.team;

import org.jspecify.annotations.NullMarked;
