package dev.certosina.cli.map;

import dev.certosina.cli.map.IntrinsicMappings.Row;
import dev.certosina.cli.map.Markup.Element;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Intrinsic;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/// A self-contained page about the mappings of one operator onto one instruction: no script, and
/// nothing that is fetched from elsewhere.
public final class MappingPage {
  private static final String STYLE = "page.css";

  /// More mappings than these are listed, but not drawn one by one.
  private static final int MOST_DRAWN = 60;

  private final MapReport report;
  private final IntrinsicMappings mappings;
  private final Optional<Row> chosen;

  private MappingPage(MapReport report, IntrinsicMappings mappings, Optional<Row> chosen) {
    this.report = report;
    this.mappings = mappings;
    this.chosen = chosen;
  }

  /// The page as text.
  ///
  /// @param mappings those of the intrinsic that the page is about
  /// @param chosen the mapping that it shows first; empty where there is none
  public static String of(MapReport report, IntrinsicMappings mappings, Optional<Row> chosen) {
    var text = new StringBuilder("<!DOCTYPE html>\n");
    new MappingPage(report, mappings, chosen).document().write(text);
    return text.append('\n').toString();
  }

  private Element document() {
    String title =
        "%s on %s, %s"
            .formatted(
                report.subject().name(), report.accelerator().name(), mappings.intrinsic().name());
    Element head =
        Markup.element("head")
            .add(
                Markup.element("meta").with("charset", "utf-8"),
                Markup.element("meta")
                    .with("name", "viewport")
                    .with("content", "width=device-width, initial-scale=1"),
                Markup.element("title", title),
                new Markup.Style(style()));
    return Markup.element("html").with("lang", "en").add(head, Markup.element("body", body()));
  }

  private Element body() {
    var parts = new ArrayList<Markup>();
    parts.addAll(overview());
    parts.addAll(SubjectSections.domain(mappings.computation(), chosen));
    parts.addAll(SubjectSections.instruction(report.accelerator(), mappings.intrinsic()));
    chosen.ifPresent(row -> {
      String title = "The mapping " + MappingText.print(row.mapping());
      parts.add(heading(MappingTables.anchor(row), title));
      parts.addAll(MappingSections.of(row));
    });
    parts.add(heading("accepted", "All mappings"));
    parts.addAll(MappingTables.accepted(mappings.rows(), chosen));
    parts.addAll(drawn());
    parts.add(heading("rejected", "What was rejected, and why"));
    parts.addAll(MappingTables.rejected(mappings.space().rejected()));
    parts.addAll(MappingTables.otherIntrinsics(report, mappings));
    return Markup.element("main").add(parts);
  }

  private List<Markup> overview() {
    Accelerator accelerator = report.accelerator();
    Intrinsic intrinsic = mappings.intrinsic();
    Element facts = Markup.element("ul").with("class", "facts");
    facts = facts.add(fact(Integer.toString(mappings.rows().size()), "valid mappings"));
    facts = facts.add(fact(Integer.toString(mappings.space().rejected().size()), "rejections"));
    if (chosen.isPresent() && chosen.get().cover().isPresent()) {
      var cover = chosen.get().cover().get();
      facts =
          facts.add(
              fact(
                  String.format(Locale.ROOT, "%.1f %%", 100 * cover.utilization()),
                  "of the lanes do useful work"),
              fact(String.format(Locale.ROOT, "%,d", cover.calls()), "instructions executed"));
    }
    if (chosen.isPresent() && chosen.get().modelMicros().isPresent()) {
      facts =
          facts.add(
              fact(
                  String.format(Locale.ROOT, "%,.1f µs", chosen.get().modelMicros().getAsDouble()),
                  "expected by the model"));
    }
    return List.of(
        Markup.element("h1", report.subject().name() + " on " + accelerator.name()),
        Markup.element("p")
            .with("class", "quiet")
            .add(
                Markup.text(
                    "%s, instruction %s; %s rule%s"
                        .formatted(
                            accelerator.description(),
                            intrinsic.name(),
                            report.options().rule().text(),
                            report.options().strict() ? ", strict" : ""))),
        facts);
  }

  private static Element fact(String value, String meaning) {
    return Markup.element("li", Markup.element("b", value), Markup.element("span", meaning));
  }

  private static Element heading(String id, String text) {
    return Markup.element("h2", text).with("id", id);
  }

  /// The other mappings, each behind a line that opens it.
  private List<Markup> drawn() {
    List<Row> others =
        mappings.rows().stream()
            .filter(row -> chosen.isEmpty() || row.number() != chosen.get().number())
            .toList();
    var parts = new ArrayList<Markup>();
    for (Row row : others.subList(0, Math.min(others.size(), MOST_DRAWN))) {
      Element summary =
          Markup.element(
              "summary", "%d: %s".formatted(row.number(), MappingText.print(row.mapping())));
      parts.add(
          Markup.element("details")
              .add(summary)
              // A link to something inside opens the details; a link to them would not.
              .add(Markup.element("div").with("id", MappingTables.anchor(row)))
              .add(MappingSections.of(row)));
    }
    if (others.size() > MOST_DRAWN) {
      parts.add(
          Markup.element(
              "p",
              "%d more mappings are in the table but not drawn; --mapping chooses the one at the top"
                  .formatted(others.size() - MOST_DRAWN)));
    }
    return parts;
  }

  private static String style() {
    try (InputStream stream = MappingPage.class.getResourceAsStream(STYLE)) {
      return new String(
          Objects.requireNonNull(stream, STYLE).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
