package dev.certosina.runtime.exec;

import java.util.List;
import java.util.Map;

/// Machine code for one target.
///
/// @param name of the target, for example `x86-64-v4`
/// @param requiredCpuFlags all of which the CPU must have, as
///   [dev.certosina.runtime.exec.CpuFeatures#flags()] names them; they include the architecture's
///   name, so that code never runs on another one
/// @param entryPoints byte offset within `blob` of each kernel and of [NativeAbi#DRIVER]
/// @param blob position-independent code and its constants, without relocations; not copied
@SuppressWarnings("ArrayRecordComponent") // code is copied to where it runs, never compared
public record TargetCode(
    String name, List<String> requiredCpuFlags, Map<String, Long> entryPoints, byte[] blob) {
  public TargetCode {
    requiredCpuFlags = List.copyOf(requiredCpuFlags);
    entryPoints = Map.copyOf(entryPoints);
  }
}
