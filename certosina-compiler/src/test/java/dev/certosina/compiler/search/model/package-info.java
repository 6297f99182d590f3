@NullMarked
package dev.certosina.compiler.search.model;

import org.jspecify.annotations.NullMarked;
