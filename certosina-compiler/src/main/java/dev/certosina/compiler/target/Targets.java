package dev.certosina.compiler.target;

import dev.certosina.ModelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The known targets and the notation for them.
///
/// A target is a base, optionally with extensions added or taken away: `x86-64-v4+vnni-bf16`. The
/// base `host` stands for the best base and all extensions that a given processor has.
public final class Targets {
  private Targets() {}

  private static final String HOST = "host";
  private static final String X86_TRIPLE = "x86_64-unknown-linux-gnu";
  private static final String ARM_TRIPLE = "aarch64-unknown-linux-gnu";
  private static final Pattern NOTATION =
      Pattern.compile("([a-z0-9-]+?)((?:[+-](?!v\\d)[a-z]\\w*)*)");
  private static final Pattern CHANGE = Pattern.compile("([+-])(\\w+)");

  private static final List<String> V3_FLAGS =
      List.of("avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe");
  private static final List<String> V4_FLAGS =
      List.of("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl");
  private static final List<String> V3_FEATURES =
      List.of("sse4.2", "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "movbe");

  /// Kernels count no zeros, and some virtual machines hide the flag of that instruction.
  private static final List<String> X86_CHANGES = List.of("-lzcnt");

  /// AVX2 with FMA and F16C: sixteen registers of 32 bytes.
  public static final Target X86_64_V3 =
      new Target(
          "x86-64-v3", X86_TRIPLE, "x86-64-v3", V3_FEATURES, X86_CHANGES, V3_FLAGS, 32, 16, 4);

  /// AVX-512 as first sold in servers: thirty-two registers of 64 bytes, and masks.
  public static final Target X86_64_V4 =
      new Target(
          "x86-64-v4",
          X86_TRIPLE,
          "x86-64-v4",
          concat(V3_FEATURES, V4_FLAGS),
          X86_CHANGES,
          concat(V3_FLAGS, V4_FLAGS),
          64,
          32,
          1);

  /// ARMv8 with NEON: thirty-two registers of 16 bytes, and no masks.
  public static final Target AARCH64 =
      new Target(
          "aarch64",
          ARM_TRIPLE,
          "generic",
          List.of("fp-armv8", "neon"),
          List.of(),
          List.of("aarch64", "fp", "asimd"),
          16,
          32,
          16);

  /// In order of preference, best first.
  private static final List<Target> BASES = List.of(X86_64_V4, X86_64_V3, AARCH64);

  /// Instructions beyond a base.
  private enum Extension {
    VNNI(X86_64_V4, List.of("avx512vnni"), List.of("avx512_vnni")),
    BF16(X86_64_V4, List.of("avx512bf16"), List.of("avx512_bf16")),
    AMX(
        X86_64_V4,
        List.of("amx-tile", "amx-int8", "amx-bf16"),
        List.of("amx_tile", "amx_int8", "amx_bf16")),
    DOTPROD(AARCH64, List.of("dotprod"), List.of("asimddp")),
    I8MM(AARCH64, List.of("i8mm"), List.of("i8mm"));

    private final Target base;
    private final List<String> llvmFeatures;
    private final List<String> cpuFlags;

    Extension(Target base, List<String> llvmFeatures, List<String> cpuFlags) {
      this.base = base;
      this.llvmFeatures = llvmFeatures;
      this.cpuFlags = cpuFlags;
    }

    private String text() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    private static Optional<Extension> parse(String text) {
      return Arrays.stream(values())
          .filter(e -> e.text().equals(text) || e.llvmFeatures.contains(text))
          .findFirst();
    }
  }

  /// Reads a comma-separated list of targets, in the order given and without repetition.
  ///
  /// @param cpuFlags the flags of the processor that `host` stands for
  /// @throws ModelException for an unknown base or extension, an extension that the base cannot
  ///   have, or a `host` without AVX2
  public static List<Target> parse(String list, Set<String> cpuFlags) {
    return Arrays.stream(list.split(",", -1))
        .map(text -> parseOne(text.strip(), cpuFlags))
        .distinct()
        .toList();
  }

  /// What code for an accelerator is generated for; empty for hardware that is only modelled.
  public static Optional<Target> of(Accelerator accelerator) {
    return accelerator.target().map(text -> parseOne(text, Set.of()));
  }

  /// The target without its extensions.
  public static Target base(Target target) {
    return parseOne(target.name().replaceFirst("\\+.*", ""), Set.of());
  }

  /// Every base, and every base with each extension that it can have, best base first.
  public static List<Target> known() {
    List<Target> known = new ArrayList<>();
    for (Target base : BASES) {
      known.add(base);
      Arrays.stream(Extension.values())
          .filter(extension -> extension.base.equals(base))
          .forEach(extension -> known.add(withExtensions(base, Set.of(extension))));
    }
    return known;
  }

  /// The best base, with all extensions, that a processor with these flags can run.
  ///
  /// @throws ModelException when no known target runs there
  public static Target host(Set<String> cpuFlags) {
    Target base = hostBase(cpuFlags);
    return withExtensions(base, hostExtensions(base, cpuFlags));
  }

  private static Target parseOne(String text, Set<String> cpuFlags) {
    Matcher matcher = NOTATION.matcher(text);
    if (!matcher.matches()) {
      throw unknown(text, text);
    }
    String baseName = matcher.group(1);
    boolean isHost = baseName.equals(HOST);
    Target base =
        isHost
            ? hostBase(cpuFlags)
            : BASES.stream()
                .filter(known -> known.name().equals(baseName))
                .findFirst()
                .orElseThrow(() -> unknown(text, baseName));
    Set<Extension> extensions = isHost ? hostExtensions(base, cpuFlags) : new TreeSet<>();
    Matcher change = CHANGE.matcher(matcher.group(2));
    while (change.find()) {
      String name = change.group(2);
      Extension extension = Extension.parse(name).orElseThrow(() -> unknown(text, name));
      if (change.group(1).equals("-")) {
        extensions.remove(extension);
      } else if (extension.base.equals(base)) {
        extensions.add(extension);
      } else {
        throw new ModelException(
            "target '%s': extension '%s' needs base %s, found %s"
                .formatted(text, name, extension.base, base));
      }
    }
    return withExtensions(base, extensions);
  }

  private static Target hostBase(Set<String> cpuFlags) {
    return BASES.stream()
        .filter(base -> base.runsOn(cpuFlags))
        .findFirst()
        .orElseThrow(() ->
            new ModelException(
                "target 'host': this processor lacks %s, needed by %s"
                    .formatted(
                        X86_64_V3.requiredCpuFlags().stream()
                            .filter(flag -> !cpuFlags.contains(flag))
                            .toList(),
                        X86_64_V3)));
  }

  private static Set<Extension> hostExtensions(Target base, Set<String> cpuFlags) {
    return Arrays.stream(Extension.values())
        .filter(e -> e.base.equals(base) && cpuFlags.containsAll(e.cpuFlags))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Target withExtensions(Target base, Set<Extension> extensions) {
    String suffix = extensions.stream().map(e -> "+" + e.text()).collect(Collectors.joining());
    return new Target(
        base.name() + suffix,
        base.triple(),
        base.cpu(),
        base.cpuFeatures(),
        concat(base.features(), extensions.stream().flatMap(e -> e.llvmFeatures.stream()).toList()),
        concat(
            base.requiredCpuFlags(),
            extensions.stream().flatMap(e -> e.cpuFlags.stream()).toList()),
        base.vectorBytes(),
        base.vectorRegisters(),
        base.narrowestMaskedBytes());
  }

  private static ModelException unknown(String target, String part) {
    return new ModelException(
        "target '%s': '%s' is not known; bases are host, %s; extensions are %s"
            .formatted(
                target,
                part,
                BASES.stream().map(Target::name).sorted().collect(Collectors.joining(", ")),
                Arrays.stream(Extension.values())
                    .map(Extension::text)
                    .collect(Collectors.joining(", "))));
  }

  private static List<String> concat(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
