package dev.certosina.compiler.schedule;

import dev.certosina.runtime.exec.Program.BufferKind;

/// Where a tensor's elements are kept.
public sealed interface Place {

  /// In a buffer that may serve several tensors one after another.
  ///
  /// @param buffer the tensor that gave the buffer its name and size
  /// @param kind whose memory it is
  /// @param group the position of the only group that uses it; meaningful for [BufferKind#LOCAL]
  record InBuffer(String buffer, BufferKind kind, int group) implements Place {}

  /// One value per row, kept in a register of the stage that computes and reads it.
  record InRegister() implements Place {}
}
