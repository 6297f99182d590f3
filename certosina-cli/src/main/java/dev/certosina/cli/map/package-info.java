/// Mappings for people: text, JSON, and a page with drawings.
@NullMarked
package dev.certosina.cli.map;

import org.jspecify.annotations.NullMarked;
