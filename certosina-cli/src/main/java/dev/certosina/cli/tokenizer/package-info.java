/// Text to token ids, as BERT-like encoders expect them.
@NullMarked
package dev.certosina.cli.tokenizer;

import org.jspecify.annotations.NullMarked;
