package dev.certosina.compiler.search;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.target.Accelerator;
import java.util.List;

/// One mapping that candidates may use, and where each of its operands can lie.
///
/// @param accelerator the one that the mapping's intrinsic belongs to
/// @param placements possible ones of each source in the intrinsic's order, then of the
///   destination; the preferred one first, none empty
public record MappingChoice(
    Accelerator accelerator, Mapping mapping, List<List<Placement>> placements) {

  public MappingChoice {
    placements = placements.stream().map(List::copyOf).toList();
  }

  /// The preferred placement of every operand.
  public List<Placement> preferred() {
    return placements.stream().map(List::getFirst).toList();
  }
}
