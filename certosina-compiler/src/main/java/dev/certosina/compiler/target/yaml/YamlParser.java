package dev.certosina.compiler.target.yaml;

import dev.certosina.ModelException;
import dev.certosina.compiler.target.yaml.Yaml.Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Makes a tree of a YAML text: one document of texts, lists and mappings with distinct keys.
///
/// Works event by event without recursion and within limits, since files come from anywhere;
/// anchors, aliases and tags are refused.
final class YamlParser {
  private static final int MOST_CHARACTERS = 1 << 20;
  private static final int MOST_NODES = 50_000;
  private static final int DEEPEST = 16;

  private final Place start;
  private final Deque<Open> open = new ArrayDeque<>();
  private int nodes;
  private int documents;
  private @Nullable Yaml root;

  /// A list or mapping whose end has not been seen.
  private static final class Open {
    final Place place;
    final boolean isMapping;
    final List<Yaml> items = new ArrayList<>();
    final Map<String, Entry> entries = new LinkedHashMap<>();
    Yaml.@Nullable Text key;

    Open(Place place, boolean isMapping) {
      this.place = place;
      this.isMapping = isMapping;
    }
  }

  private YamlParser(String file) {
    this.start = new Place(file, 1);
  }

  /// @param file as shown in messages
  /// @throws ModelException for text that is no YAML, or beyond what accelerator files need
  static Yaml parse(String file, String text) {
    return new YamlParser(file).parse(text);
  }

  private Yaml parse(String text) {
    if (text.length() > MOST_CHARACTERS) {
      throw start.wrong(text.length() + " characters", "at most " + MOST_CHARACTERS);
    }
    LoadSettings settings = LoadSettings.builder().setUseMarks(true).build();
    try {
      for (Event event : new Parse(settings).parseString(text)) {
        take(event);
      }
    } catch (MarkedYamlEngineException e) {
      throw syntaxError(e);
    } catch (ReaderException e) {
      throw start.at(lineOf(text, e.getPosition())).wrong("a character YAML forbids", "text");
    } catch (YamlEngineException e) {
      throw start.wrong(Place.quote(String.valueOf(e.getMessage())), "YAML 1.2");
    }
    if (root == null) {
      throw start.wrong("an empty file", "an accelerator");
    }
    return root;
  }

  private ModelException syntaxError(MarkedYamlEngineException e) {
    Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
    Place place = start.at(mark.map(Mark::getLine).orElse(0) + 1);
    return place.wrong("no YAML (%s)".formatted(e.getProblem()), "YAML 1.2");
  }

  private static int lineOf(String text, int position) {
    int end = Math.clamp(position, 0, text.length());
    return 1 + (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
  }

  private void take(Event event) {
    Place place = start.at(event.getStartMark().map(Mark::getLine).orElse(0) + 1);
    if (event instanceof NodeEvent node) {
      if (++nodes > MOST_NODES) {
        throw place.wrong("more than " + MOST_NODES + " values", "fewer");
      }
      if (node.getAnchor().isPresent()) {
        throw place.wrong("an anchor or alias", "the value itself");
      }
    }
    switch (event.getEventId()) {
      case Scalar -> scalar(place, (ScalarEvent) event);
      case SequenceStart -> {
        refuseTag(place, ((SequenceStartEvent) event).getTag());
        open(place, false);
      }
      case MappingStart -> {
        refuseTag(place, ((MappingStartEvent) event).getTag());
        open(place, true);
      }
      case SequenceEnd, MappingEnd -> close();
      case DocumentStart -> {
        if (++documents > 1) {
          throw place.wrong("a second document", "the end of the file");
        }
      }
      case Alias, Comment, DocumentEnd, StreamStart, StreamEnd -> {}
    }
  }

  private void scalar(Place place, ScalarEvent event) {
    refuseTag(place, event.getTag());
    add(new Yaml.Text(place, event.getValue(), event.isLiteral()));
  }

  private static void refuseTag(Place place, Optional<String> tag) {
    if (tag.isPresent()) {
      throw place.wrong("the tag " + Place.quote(tag.get()), "a value without a tag");
    }
  }

  private void open(Place place, boolean isMapping) {
    if (open.size() == DEEPEST) {
      throw place.wrong("values nested deeper than " + DEEPEST, "flatter ones");
    }
    if (!open.isEmpty() && open.getLast().isMapping && open.getLast().key == null) {
      throw place.wrong(isMapping ? "a mapping" : "a list", "a key");
    }
    open.addLast(new Open(place, isMapping));
  }

  private void close() {
    Open closed = open.removeLast();
    add(
        closed.isMapping
            ? new Yaml.Fields(closed.place, closed.entries)
            : new Yaml.Items(closed.place, closed.items));
  }

  private void add(Yaml value) {
    if (open.isEmpty()) {
      root = value;
      return;
    }
    Open container = open.getLast();
    if (!container.isMapping) {
      container.items.add(value);
    } else if (container.key == null) {
      container.key = (Yaml.Text) value;
    } else {
      put(container, container.key, value);
      container.key = null;
    }
  }

  private static void put(Open container, Yaml.Text key, Yaml value) {
    Entry earlier = container.entries.get(key.value());
    if (earlier != null) {
      throw key.place()
          .wrong(
              "a second key %s; the first is on line %d"
                  .formatted(Place.quote(key.value()), earlier.place().line()),
              "each key once");
    }
    container.entries.put(key.value(), new Entry(key.place(), value));
  }
}
