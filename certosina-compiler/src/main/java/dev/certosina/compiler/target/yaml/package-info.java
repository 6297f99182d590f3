/// Accelerator files: YAML in, checked [dev.certosina.compiler.target.Accelerator] out.
@NullMarked
package dev.certosina.compiler.target.yaml;

import org.jspecify.annotations.NullMarked;
