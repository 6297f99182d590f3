/// Tensors in files, made-up tensors, and how two tensors differ.
@NullMarked
package dev.certosina.cli.tensor;

import org.jspecify.annotations.NullMarked;
