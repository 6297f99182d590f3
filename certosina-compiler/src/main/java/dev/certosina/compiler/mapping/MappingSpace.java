package dev.certosina.compiler.mapping;

import java.util.List;

/// All mappings of one computation onto one intrinsic, and why there are not more.
///
/// @param accepted in a fixed order: operand roles first, then the groups of the first axis of the
///   intrinsic, and so on, smaller sets of leading axes first
/// @param rejected in the order in which conditions are checked
public record MappingSpace(List<Mapping> accepted, List<Rejection> rejected) {
  public MappingSpace {
    accepted = List.copyOf(accepted);
    rejected = List.copyOf(rejected);
  }
}
