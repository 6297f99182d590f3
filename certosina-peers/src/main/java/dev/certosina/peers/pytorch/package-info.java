/// Single operators on PyTorch through DJL, as small TorchScript modules made on the fly.
@NullMarked
package dev.certosina.peers.pytorch;

import org.jspecify.annotations.NullMarked;
