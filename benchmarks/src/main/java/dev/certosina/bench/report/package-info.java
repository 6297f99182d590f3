/// What a suite says about its cases: statistics, tables and JSON.
@NullMarked
package dev.certosina.bench.report;

import org.jspecify.annotations.NullMarked;
