package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.Access;
import java.util.List;
import java.util.StringJoiner;

/// One column of an access matrix: which operands an axis occurs in, with any coefficient but 0.
///
/// @param uses sources in the intrinsic's order, then the destination; the last entry also says
///   whether the axis is spatial (in the destination) or reduces
record ColumnSignature(List<Boolean> uses) {
  ColumnSignature {
    uses = List.copyOf(uses);
  }

  /// @param accesses sources, then the destination
  static ColumnSignature of(List<Access> accesses, String axis) {
    return new ColumnSignature(accesses.stream().map(access -> access.uses(axis)).toList());
  }

  /// For example `(A 1, B 0, D 1)`.
  String text(List<String> operands) {
    var text = new StringJoiner(", ", "(", ")");
    for (int row = 0; row < uses.size(); row++) {
      text.add(operands.get(row) + (uses.get(row) ? " 1" : " 0"));
    }
    return text.toString();
  }
}
