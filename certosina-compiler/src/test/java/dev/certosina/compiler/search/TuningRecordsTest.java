package dev.certosina.compiler.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.search.Measurer.Measurement.Failed;
import dev.certosina.compiler.search.Measurer.Measurement.Timed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TuningRecordsTest {
  private final CandidateSpace space = Spaces.of(Spaces.product(60, 256, 100));
  private final TuningKey key =
      new TuningKey(
          TuningKey.signature(space.computation()), "x86-64-v4", 1, "0.1", "some processor");

  @Test
  void readsBackTrials() {
    var timed = new Trial("a | b", new Timed(12.5));
    var failed = new Trial("c", new Failed("crashed |\n twice"));

    assertThat(TrialLine.parse(TrialLine.print(timed))).contains(timed);
    assertThat(TrialLine.parse(TrialLine.print(failed)))
        .contains(new Trial("c", new Failed("crashed / twice")));
  }

  @Test
  void passesOverTornLines() {
    String line = TrialLine.print(new Trial("a | b", new Timed(12.5)));

    for (int length = 0; length < line.length(); length++) {
      assertThat(TrialLine.parse(line.substring(0, length))).isEmpty();
      assertThat(TrialLine.parse(line.substring(0, length) + line))
          .isEqualTo(length == 0 ? TrialLine.parse(line) : java.util.Optional.empty());
    }
  }

  @Test
  void prefersWhatWasMeasuredAgain() {
    Candidate lucky = candidate(1, List.of("k"));
    Candidate steady = candidate(6, List.of("k"));

    assertThat(
            best(
                trial(lucky, 1),
                trial(steady, 2),
                trial(steady, 2.5),
                trial(candidate(3, List.of("k")), 3)))
        .contains(steady);
    assertThat(best(trial(lucky, 1), trial(steady, 2))).contains(lucky);
  }

  @Test
  void givesNothingForOtherKeys() {
    TuningRecords records = records(trial(candidate(6, List.of("k")), 2));
    var other = new TuningKey(key.computation(), key.target(), 2, key.version(), key.processor());

    assertThat(records.best(space, key)).isPresent();
    assertThat(records.best(space, other)).isEmpty();
    assertThat(TuningRecords.NONE.best(space, key)).isEmpty();
  }

  @Test
  void usesOnlyTheOrderOfTheDesign() {
    CandidateSpace convolutions = Spaces.of(Spaces.convolution(1, 6, 4, 20));
    MappingChoice choice = convolutions.choices().getFirst();
    List<String> order =
        new ArrayList<>(convolutions.loops(choice).stream().map(Loop::name).toList());
    order.removeAll(List.of("r", "s", "c"));
    var schedule = new NestSchedule(choice.preferred(), order, Map.of(), List.of(), 0, 0);
    List<String> reordered = new ArrayList<>(order);
    reordered.addAll(List.of("c", "r", "s"));
    order.addAll(List.of("r", "s", "c"));
    Candidate design = convolutions.candidate(choice, schedule.withOrder(order));
    Candidate faster = convolutions.candidate(choice, schedule.withOrder(reordered));

    assertThat(convolutions.isCanonicalOrder(faster)).isFalse();
    assertThat(records(trial(faster, 1), trial(design, 2)).best(convolutions, key))
        .contains(design);
  }

  private java.util.Optional<Candidate> best(Trial... trials) {
    return records(trials).best(space, key);
  }

  private TuningRecords records(Trial... trials) {
    List<String> lines = new ArrayList<>(List.of(key.print()));
    for (Trial trial : trials) {
      lines.add(TrialLine.print(trial));
    }
    lines.add("torn");
    return TuningRecords.of(List.of(String.join("\n", lines)));
  }

  private static Trial trial(Candidate candidate, double micros) {
    return new Trial(CandidateText.print(candidate), new Timed(micros));
  }

  private Candidate candidate(int rows, List<String> last) {
    MappingChoice choice = space.choices().getFirst();
    List<String> order = new ArrayList<>(space.loops(choice).stream().map(Loop::name).toList());
    order.removeAll(last);
    order.addAll(last);
    return space.candidate(
        choice, new NestSchedule(choice.preferred(), order, Map.of("m", rows), List.of(), 0, 0));
  }
}
