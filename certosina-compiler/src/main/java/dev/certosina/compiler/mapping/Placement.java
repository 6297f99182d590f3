package dev.certosina.compiler.mapping;

/// How an instruction reaches the elements of one operand.
public enum Placement {
  /// In the tensor itself, by a base address and constant strides.
  IN_PLACE,
  /// In a copy of the tensor with its padding written out, by a base address and constant strides.
  PADDED,
  /// In the tensor itself, lane by lane; for a destination: scattered.
  GATHER,
  /// In a copy of tiles in the order in which they are used; for a destination: copied back.
  PACKED
}
