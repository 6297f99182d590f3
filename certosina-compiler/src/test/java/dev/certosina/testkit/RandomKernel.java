package dev.certosina.testkit;

import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;

/// Kernels and a step of one task that runs one of them.
///
/// The run is free of faults: every access is inside its buffer and all memory has content. It
/// changes the step's memory, so a second execution to compare with must copy that first.
public record RandomKernel(KernelModule module, KernelStep step) {}
