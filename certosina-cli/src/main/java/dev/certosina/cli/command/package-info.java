/// The subcommands: flags in, text or one JSON document out.
@NullMarked
package dev.certosina.cli.command;

import org.jspecify.annotations.NullMarked;
