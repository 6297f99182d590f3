/// Reads ONNX files: protobuf wire format to [dev.certosina.compiler.graph.Graph].
@NullMarked
package dev.certosina.compiler.onnx;

import org.jspecify.annotations.NullMarked;
