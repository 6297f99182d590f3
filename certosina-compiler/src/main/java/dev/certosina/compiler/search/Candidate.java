package dev.certosina.compiler.search;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.target.Accelerator;

/// One way to run a computation.
///
/// @param accelerator the one that the mapping's intrinsic belongs to
public record Candidate(Accelerator accelerator, Mapping mapping, NestSchedule schedule) {}
