package dev.certosina.compiler.schedule;

import dev.certosina.compiler.mapping.PhysicalMapping.Copy;

/// A copy of a constant tensor for a mapped instruction, made once, ahead of time.
///
/// @param name of the copy; equal copies of one source have one name
/// @param source the constant tensor
public record CopiedWeight(String name, String source, Copy copy) {}
