package dev.certosina.compiler.schedule.nest;

import dev.certosina.compiler.mapping.PhysicalMapping;

/// How one expression of a program is computed by a mapped instruction.
///
/// @param mapping its computation's tensors have the names of the program's
public record NestChoice(PhysicalMapping mapping, NestSchedule schedule) {}
