/// Kernels for mapped instructions: any physical mapping under any nest schedule.
@NullMarked
package dev.certosina.compiler.kernel.lower.nest;

import org.jspecify.annotations.NullMarked;
