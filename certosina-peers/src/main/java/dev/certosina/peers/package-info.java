/// Adapters for the engines that Certosina is compared with.
@NullMarked
package dev.certosina.peers;

import org.jspecify.annotations.NullMarked;
