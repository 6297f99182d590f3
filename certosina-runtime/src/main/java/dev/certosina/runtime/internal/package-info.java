/// The runtime's border to native code: memory mappings, machine code and the one downcall.
@NullMarked
package dev.certosina.runtime.internal;

import org.jspecify.annotations.NullMarked;
