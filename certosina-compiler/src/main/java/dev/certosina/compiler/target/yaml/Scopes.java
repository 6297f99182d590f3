package dev.certosina.compiler.target.yaml;

import dev.certosina.compiler.target.Accelerator.MemoryLevel;
import dev.certosina.compiler.target.Accelerator.RegisterFile;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Where operands may be: the memory levels and register files of one accelerator.
record Scopes(List<MemoryLevel> memory, List<RegisterFile> registers) {

  boolean isMemory(String name) {
    return memory.stream().anyMatch(level -> level.name().equals(name));
  }

  Optional<RegisterFile> registerFile(String name) {
    return registers.stream().filter(file -> file.name().equals(name)).findFirst();
  }

  String describe() {
    return "a memory level (%s) or a register file (%s)"
        .formatted(
            memory.stream().map(MemoryLevel::name).collect(Collectors.joining(", ")),
            registers.stream().map(RegisterFile::name).collect(Collectors.joining(", ")));
  }
}
