/// Single operators on ONNX Runtime, as small models made on the fly.
@NullMarked
package dev.certosina.peers.onnxruntime;

import org.jspecify.annotations.NullMarked;
