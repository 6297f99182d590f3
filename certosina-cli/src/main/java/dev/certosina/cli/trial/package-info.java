/// A child process for what may hang or crash: compiling templates from a user's accelerator file,
/// and running code whose speed or soundness is in question.
@NullMarked
package dev.certosina.cli.trial;

import org.jspecify.annotations.NullMarked;
