/// Tests of accelerator files.
@NullMarked
package dev.certosina.compiler.target.yaml;

import org.jspecify.annotations.NullMarked;
