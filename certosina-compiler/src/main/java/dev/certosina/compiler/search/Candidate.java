package dev.certosina.compiler.search;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.schedule.nest.NestSchedule;

/// One way to run a computation.
public record Candidate(Mapping mapping, NestSchedule schedule) {}
