/// Rewrites of tensor programs that keep their meaning: one file each.
@NullMarked
package dev.certosina.compiler.texpr.pass;

import org.jspecify.annotations.NullMarked;
