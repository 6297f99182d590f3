@NullMarked
package dev.certosina.compiler.texpr.pass;

import org.jspecify.annotations.NullMarked;
