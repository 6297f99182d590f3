/// JSON documents as values: what the commands print and what tokenizer files hold.
@NullMarked
package dev.certosina.cli.json;

import org.jspecify.annotations.NullMarked;
