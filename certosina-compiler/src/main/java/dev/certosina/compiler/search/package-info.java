/// Which of many mappings and schedules is best, by model and by measurement.
@NullMarked
package dev.certosina.compiler.search;

import org.jspecify.annotations.NullMarked;
