package dev.certosina.compiler.llvm;

import dev.certosina.compiler.target.Target;

/// What the text for LLVM has to know of a processor family.
enum Platform {
  X86_64,
  AARCH64;

  static Platform of(Target target) {
    return target.triple().startsWith("aarch64") ? AARCH64 : X86_64;
  }

  /// True where LLVM converts vectors of 64-bit integers to f32 by way of f64, which rounds twice
  /// (seen with LLVM 20.1).
  boolean roundsWideIntegersTwice() {
    return this == AARCH64;
  }
}
