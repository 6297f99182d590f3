package dev.certosina.compiler.target.yaml;

import dev.certosina.ModelException;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerator.MemoryLevel;
import dev.certosina.compiler.target.Accelerator.ParallelLevel;
import dev.certosina.compiler.target.Accelerator.RegisterFile;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads an accelerator file, and refuses what it does not understand with file and line.
public final class AcceleratorReader {
  static final List<String> KEYS =
      List.of(
          "accelerator",
          "description",
          "target",
          "gigahertz",
          "memory",
          "parallel",
          "registers",
          "intrinsics");
  private static final double MOST_GIGAHERTZ = 100;
  private static final double MOST_BYTES_PER_CYCLE = 1e9;
  private static final long MOST_UNITS = 1_000_000;
  private static final long MOST_REGISTERS = 1_000_000;
  private static final long MOST_REGISTER_BYTES = 1 << 20;
  private static final int MOST_INTRINSICS = 1_000;
  private static final String HOST = "host";

  private AcceleratorReader() {}

  /// @param file its name in messages
  /// @param text the YAML
  /// @throws ModelException `FILE:LINE: found X, expected Y` for the first mistake
  public static Accelerator read(String file, String text) {
    Keys keys = Keys.of(YamlParser.parse(file, text), "an accelerator", KEYS);
    Optional<Target> target = keys.optional("target").map(AcceleratorReader::target);
    List<MemoryLevel> memory = memory(keys.required("memory"));
    List<RegisterFile> registers = registers(keys.required("registers"));
    refuseSharedNames(keys.required("registers"), memory, registers);
    Scopes scopes = new Scopes(memory, registers);
    return new Accelerator(
        Values.hyphenated(keys.required("accelerator"), "the accelerator's name"),
        Values.line(keys.required("description"), "a description"),
        target.map(Target::name),
        Values.positiveNumber(keys.required("gigahertz"), "the clock in GHz", MOST_GIGAHERTZ),
        memory,
        parallel(keys.required("parallel")),
        registers,
        intrinsics(keys.required("intrinsics"), new IntrinsicReader(target, scopes)));
  }

  private static Target target(Yaml value) {
    String text = Values.line(value, "a target such as x86-64-v4+vnni");
    if (text.startsWith(HOST) || text.contains(",")) {
      throw value.wrong("one target by its own name, such as x86-64-v4+vnni");
    }
    try {
      return Targets.parse(text, Set.of()).getFirst();
    } catch (ModelException e) {
      throw value.place().mistake(String.valueOf(e.getMessage()));
    }
  }

  private static List<MemoryLevel> memory(Yaml value) {
    List<MemoryLevel> levels = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    for (Yaml item : Values.nonEmptyItems(value, "a list of memory levels, outermost first")) {
      Keys keys = Keys.of(item, "a memory level", List.of("name", "capacity", "read", "write"));
      levels.add(
          new MemoryLevel(
              newName(keys, "the level's name", names),
              Values.bytes(keys.required("capacity"), "a capacity"),
              bandwidth(keys, "read"),
              bandwidth(keys, "write")));
    }
    return levels;
  }

  private static double bandwidth(Keys keys, String key) {
    return Values.positiveNumber(keys.required(key), "bytes per cycle", MOST_BYTES_PER_CYCLE);
  }

  private static List<ParallelLevel> parallel(Yaml value) {
    List<ParallelLevel> levels = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    for (Yaml item : Values.items(value, "a list of parallel levels, outermost first")) {
      Keys keys = Keys.of(item, "a parallel level", List.of("name", "units"));
      levels.add(
          new ParallelLevel(
              newName(keys, "the level's name", names), units(keys.required("units"))));
    }
    return levels;
  }

  private static long units(Yaml value) {
    boolean isHost = Values.text(value, "units, a whole number or host").value().equals(HOST);
    return isHost
        ? ParallelLevel.AS_MANY_AS_HOST
        : Values.positiveInteger(value, "units or the word host", MOST_UNITS);
  }

  private static List<RegisterFile> registers(Yaml value) {
    List<RegisterFile> files = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    for (Yaml item : Values.nonEmptyItems(value, "a list of register files")) {
      Keys keys = Keys.of(item, "a register file", List.of("name", "count", "bytes"));
      Yaml count = keys.required("count");
      Yaml bytes = keys.required("bytes");
      files.add(
          new RegisterFile(
              newName(keys, "the register file's name", names),
              (int) Values.positiveInteger(count, "how many registers", MOST_REGISTERS),
              (int) Values.positiveInteger(bytes, "bytes of a register", MOST_REGISTER_BYTES)));
    }
    return files;
  }

  private static String newName(Keys keys, String what, Set<String> names) {
    Yaml value = keys.required("name");
    String name = Values.identifier(value, what);
    if (!names.add(name)) {
      throw value.place().wrong("a second " + Place.quote(name), "each name once");
    }
    return name;
  }

  private static void refuseSharedNames(
      Yaml place, List<MemoryLevel> memory, List<RegisterFile> registers) {
    for (RegisterFile file : registers) {
      if (memory.stream().anyMatch(level -> level.name().equals(file.name()))) {
        throw place
            .place()
            .wrong(
                "%s as a register file and as a memory level".formatted(Place.quote(file.name())),
                "different names");
      }
    }
  }

  private static List<Intrinsic> intrinsics(Yaml value, IntrinsicReader reader) {
    List<Intrinsic> all = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    for (Yaml item : Values.nonEmptyItems(value, "a list of intrinsics")) {
      for (Intrinsic intrinsic : reader.read(item)) {
        if (!names.add(intrinsic.name())) {
          throw item.place()
              .wrong("a second intrinsic " + Place.quote(intrinsic.name()), "each name once");
        }
        all.add(intrinsic);
      }
      if (all.size() > MOST_INTRINSICS) {
        throw item.place()
            .wrong(
                "more than %d intrinsics with their variants".formatted(MOST_INTRINSICS), "fewer");
      }
    }
    return all;
  }
}
