package dev.certosina.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// House rules about source text that class files do not show, for the Java files of all modules.
class LintTest {

  private static final int MOST_LINES = 500;

  /// Grammars: a whole IR in one file, which may run longer.
  private static final Set<String> IR_FILES =
      Set.of("Graph.java", "TensorExpr.java", "Kernel.java");

  private static final int MOST_LINES_OF_AN_IR = 600;

  private static final int FEWEST_FILES = 20;

  /// This file names what it forbids.
  private static final String SELF = "LintTest.java";

  private static final Pattern OPEN_NOTE = Pattern.compile("\\b(TODO|FIXME|XXX)\\b");

  private static final Pattern NOTE_WITH_ISSUE = Pattern.compile("\\bTODO\\(#\\d+\\)");

  /// Words for which the project has another: intrinsic, mapping, combiner, composition, node.
  private static final Pattern OTHER_WORD =
      Pattern.compile(
          "\\b(capsules?|recipes?|vmap|cmap|reducers?|polymeri[sz]ations?|op instances?)\\b",
          Pattern.CASE_INSENSITIVE);

  private record Source(Path path, List<String> lines) {
    String name() {
      return path.getFileName().toString();
    }
  }

  private static final List<Source> SOURCES = read(Path.of(System.getProperty("certosina.root")));

  @Test
  void seesTheSources() {
    assertThat(SOURCES).hasSizeGreaterThanOrEqualTo(FEWEST_FILES);
  }

  @Test
  void filesAreShort() {
    assertThat(SOURCES)
        .filteredOn(source -> source.lines().size() > limit(source))
        .extracting(source -> source.path() + ": " + source.lines().size() + " lines")
        .isEmpty();
  }

  @Test
  void linesHaveNoTabs() {
    assertThat(linesWhere(line -> line.indexOf('\t') >= 0)).isEmpty();
  }

  @Test
  void openNotesNameAnIssue() {
    assertThat(linesWhere(LintTest::isNoteWithoutIssue)).isEmpty();
  }

  @Test
  void wordsAreThoseOfTheNamingTable() {
    assertThat(linesWhere(line -> OTHER_WORD.matcher(line).find())).isEmpty();
  }

  private static boolean isNoteWithoutIssue(String line) {
    return OPEN_NOTE.matcher(NOTE_WITH_ISSUE.matcher(line).replaceAll("")).find();
  }

  private static int limit(Source source) {
    return IR_FILES.contains(source.name()) ? MOST_LINES_OF_AN_IR : MOST_LINES;
  }

  /// Returns `path:line: text` for every line that `wrong` accepts.
  private static List<String> linesWhere(Predicate<String> wrong) {
    List<String> found = new ArrayList<>();
    for (Source source : SOURCES) {
      for (int i = 0; i < source.lines().size() && !source.name().equals(SELF); i++) {
        String line = source.lines().get(i);
        if (wrong.test(line)) {
          found.add(source.path() + ":" + (i + 1) + ": " + line.strip());
        }
      }
    }
    return found;
  }

  private static List<Source> read(Path root) {
    List<Source> sources = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              String name = folder.getFileName().toString();
              boolean skipped = name.equals("target") || name.equals(".git");
              return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              if (file.toString().endsWith(".java")) {
                sources.add(new Source(root.relativize(file), Files.readAllLines(file)));
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sources.sort(Comparator.comparing(Source::path));
    return sources;
  }
}
