/// Runs the ONNX backend's test cases and says, operator by operator, which of them hold.
@NullMarked
package dev.certosina.cli.conformance;

import org.jspecify.annotations.NullMarked;
