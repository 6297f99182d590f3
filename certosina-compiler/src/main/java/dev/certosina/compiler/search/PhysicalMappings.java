package dev.certosina.compiler.search;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.Placement;
import java.util.List;

/// Brings mappings down to loops and addresses; the same arguments give equal results.
@FunctionalInterface
public interface PhysicalMappings {

  /// @param placements of the intrinsic's sources in its order, then of the destination; possible
  ///   ones
  PhysicalMapping of(Mapping mapping, List<Placement> placements);
}
