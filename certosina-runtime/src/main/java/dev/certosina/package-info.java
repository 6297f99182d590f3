/// The public API: load a model, make sessions, run tensors through them.
@NullMarked
package dev.certosina;

import org.jspecify.annotations.NullMarked;
