/// What can be said about a model without running it.
@NullMarked
package dev.certosina.cli.inspect;

import org.jspecify.annotations.NullMarked;
