package dev.certosina.compiler.search;

import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Candidates as one line of text, for logs and for other processes.
///
/// For example `x86-avx512:fma_lanes | i<-k sources=0,1 | place in_place packed in_place | order
/// k.t p q c | registers k.t=4 q=6 | unroll | parallel 2 | prefetch 0`.
public final class CandidateText {
  private CandidateText() {}

  private static final String SECTION = " | ";

  public static String print(Candidate candidate) {
    NestSchedule schedule = candidate.schedule();
    return String.join(
        SECTION,
        candidate.accelerator().name() + ":" + candidate.mapping().intrinsic().name(),
        MappingText.print(candidate.mapping()),
        words("place", schedule.placements().stream().map(CandidateText::print).toList()),
        words("order", schedule.order()),
        words(
            "registers",
            schedule.registers().entrySet().stream()
                .map(factor -> factor.getKey() + "=" + factor.getValue())
                .toList()),
        words("unroll", schedule.unrolled()),
        "parallel " + schedule.parallel(),
        "prefetch " + schedule.prefetch());
  }

  /// The part that names intrinsic and mapping, for example `x86-avx512:fma_lanes i<-k`.
  public static String mappingOf(MappingChoice choice) {
    return choice.accelerator().name()
        + ":"
        + choice.mapping().intrinsic().name()
        + " "
        + MappingText.print(choice.mapping());
  }

  /// @param accelerators among which the candidate's is found by name
  /// @throws ModelException for text that [#print] does not give for this computation and these
  ///   accelerators
  public static Candidate parse(
      String text, Computation computation, List<Accelerator> accelerators) {
    List<String> sections = List.of(text.split(" \\| ?", -1));
    if (sections.size() != 8) {
      throw refusal(text, "%d sections".formatted(sections.size()), "8 sections");
    }
    String[] names = sections.get(0).split(":", 2);
    Accelerator accelerator =
        accelerators.stream()
            .filter(known -> known.name().equals(names[0]))
            .findFirst()
            .orElseThrow(() -> refusal(text, names[0], "a known accelerator"));
    Intrinsic intrinsic =
        accelerator
            .intrinsic(names.length == 2 ? names[1] : "")
            .orElseThrow(() -> refusal(text, sections.get(0), "accelerator:intrinsic"));
    var schedule =
        new NestSchedule(
            list(text, sections.get(2), "place").stream().map(w -> placement(text, w)).toList(),
            list(text, sections.get(3), "order"),
            factors(text, list(text, sections.get(4), "registers")),
            list(text, sections.get(5), "unroll"),
            number(text, list(text, sections.get(6), "parallel")),
            number(text, list(text, sections.get(7), "prefetch")));
    return new Candidate(
        accelerator, MappingText.parse(sections.get(1), computation, intrinsic), schedule);
  }

  private static String print(Placement placement) {
    return placement.name().toLowerCase(Locale.ROOT);
  }

  private static Placement placement(String text, String word) {
    return Arrays.stream(Placement.values())
        .filter(placement -> print(placement).equals(word))
        .findFirst()
        .orElseThrow(() -> refusal(text, word, "a placement"));
  }

  private static Map<String, Integer> factors(String text, List<String> words) {
    Map<String, Integer> factors = new LinkedHashMap<>();
    for (String word : words) {
      String[] sides = word.split("=", 2);
      if (sides.length != 2) {
        throw refusal(text, word, "loop=factor");
      }
      factors.put(sides[0], number(text, List.of(sides[1])));
    }
    return factors;
  }

  private static int number(String text, List<String> words) {
    try {
      return Integer.parseInt(String.join(" ", words));
    } catch (NumberFormatException _) {
      throw refusal(text, String.join(" ", words), "a number");
    }
  }

  private static String words(String name, List<String> words) {
    return words.isEmpty() ? name : name + " " + String.join(" ", words);
  }

  private static List<String> list(String text, String section, String name) {
    List<String> words = names(section.strip(), " ");
    if (words.isEmpty() || !words.getFirst().equals(name)) {
      throw refusal(text, section, name);
    }
    return words.subList(1, words.size());
  }

  private static List<String> names(String joined, String separator) {
    return joined.isEmpty() ? List.of() : List.of(joined.split(separator, -1));
  }

  private static ModelException refusal(String text, String found, String needed) {
    return new ModelException(
        "candidate '%s': found '%s', needed %s".formatted(text, found, needed));
  }
}
