/// Compiled models on disk, shared by all processes of a user.
@NullMarked
package dev.certosina.runtime.cache;

import org.jspecify.annotations.NullMarked;
