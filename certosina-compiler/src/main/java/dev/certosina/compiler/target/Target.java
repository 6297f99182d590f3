package dev.certosina.compiler.target;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A processor that code is generated for.
///
/// Passes ask it for facts; no pass asks which instruction set it is.
///
/// @param name the canonical name, for example `x86-64-v4+vnni`; [Targets#parse] reads it back
/// @param triple LLVM's name of the platform
/// @param cpu LLVM's name of the processor, which implies most features
/// @param cpuFeatures what `cpu` implies and accelerator files may ask for, by LLVM's names
/// @param features what is added to `cpu`, by LLVM's names; with `-` before them, what is taken
///   away
/// @param requiredCpuFlags what a processor must have to run the code, as Linux names it in
///   `/proc/cpuinfo`
/// @param vectorBytes bytes of the widest vector register
/// @param vectorRegisters how many vector registers there are
/// @param narrowestMaskedBytes the smallest element, in bytes, for which a masked load or store is
///   one instruction; narrower elements are moved lane by lane, and all are where it exceeds the
///   widest element
public record Target(
    String name,
    String triple,
    String cpu,
    List<String> cpuFeatures,
    List<String> features,
    List<String> requiredCpuFlags,
    int vectorBytes,
    int vectorRegisters,
    int narrowestMaskedBytes) {

  public Target {
    cpuFeatures = List.copyOf(cpuFeatures);
    features = List.copyOf(features);
    requiredCpuFlags = List.copyOf(requiredCpuFlags);
  }

  /// Elements of `byteSize` bytes that fill one vector register.
  public int lanes(int byteSize) {
    return vectorBytes / byteSize;
  }

  /// Everything that generated code may use, by LLVM's names.
  public List<String> allFeatures() {
    List<String> all = new ArrayList<>(cpuFeatures);
    features.stream().filter(feature -> !feature.startsWith("-")).forEach(all::add);
    return all;
  }

  /// True when code for `other` also runs wherever code for this target does.
  public boolean includes(Target other) {
    return triple.equals(other.triple) && requiredCpuFlags.containsAll(other.requiredCpuFlags);
  }

  /// True when a processor with these flags can run the code.
  public boolean runsOn(Set<String> cpuFlags) {
    return cpuFlags.containsAll(requiredCpuFlags);
  }

  @Override
  public String toString() {
    return name;
  }
}
