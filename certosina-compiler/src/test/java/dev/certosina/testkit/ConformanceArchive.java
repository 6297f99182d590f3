package dev.certosina.testkit;

import dev.certosina.testkit.ConformanceCase.DataSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The ONNX backend tests of the shared folder: an archive of folders, and a list of what is in
/// them.
public final class ConformanceArchive {
  private static final String LIST = "data/onnx-conformance.csv";
  private static final String ARCHIVE = "data/onnx-conformance.tar.xz";
  private static final Pattern FILE =
      Pattern.compile(
          ".*/(?<case>test_[^/]+)/(?:model\\.onnx|test_data_set_(?<set>\\d+)/"
              + "(?<kind>input|output)_(?<number>\\d+)\\.pb)");

  private ConformanceArchive() {}

  /// What the list says about a case.
  public record Listing(
      String suite, String name, int opset, Set<String> operators, Set<String> types) {}

  /// All cases in the list's order. Skips the test where the shared folder is absent.
  public static List<Listing> list() {
    try {
      return Files.readAllLines(SharedData.require(LIST)).stream()
          .filter(line -> !line.startsWith("#") && !line.startsWith("suite,"))
          .map(ConformanceArchive::listing)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The cases that `wanted` accepts, with their files, in the list's order.
  public static List<ConformanceCase> read(Predicate<Listing> wanted) {
    Map<String, Listing> listings = new LinkedHashMap<>();
    list().stream().filter(wanted).forEach(listing -> listings.put(listing.name(), listing));
    Map<String, CaseFiles> files = new LinkedHashMap<>();
    Path archive = SharedData.require(ARCHIVE);
    TarXz.forEachFile(
        archive,
        (name, content) -> {
          Matcher matcher = FILE.matcher(name);
          if (matcher.matches() && listings.containsKey(matcher.group("case"))) {
            files
                .computeIfAbsent(matcher.group("case"), _ -> new CaseFiles())
                .add(matcher, content);
          }
        });
    List<ConformanceCase> cases = new ArrayList<>();
    for (Listing listing : listings.values()) {
      CaseFiles found = files.get(listing.name());
      if (found == null || found.model.length == 0) {
        throw new IllegalStateException(archive + ": no model of " + listing.name());
      }
      cases.add(
          new ConformanceCase(
              listing.name(),
              listing.opset(),
              listing.operators(),
              listing.types(),
              found.model,
              found.dataSets()));
    }
    return cases;
  }

  private static Listing listing(String line) {
    String[] fields = line.split(",", -1);
    Set<String> operators = new LinkedHashSet<>();
    for (String operator : fields[4].split(" ")) {
      operators.add(operator.replaceFirst("\\*\\d+$", ""));
    }
    return new Listing(
        fields[0],
        fields[1],
        fields[2].isEmpty() ? 0 : Integer.parseInt(fields[2]),
        operators,
        new LinkedHashSet<>(Arrays.asList(fields[5].split(" "))));
  }

  /// The files of one case as they turn up in the archive.
  private static final class CaseFiles {
    private byte[] model = {};
    private final Map<Integer, Map<Integer, byte[]>> inputs = new TreeMap<>();
    private final Map<Integer, Map<Integer, byte[]>> outputs = new TreeMap<>();

    void add(Matcher name, byte[] content) {
      if (name.group("kind") == null) {
        model = content;
        return;
      }
      (name.group("kind").equals("input") ? inputs : outputs)
          .computeIfAbsent(Integer.valueOf(name.group("set")), _ -> new TreeMap<>())
          .put(Integer.valueOf(name.group("number")), content);
    }

    List<DataSet> dataSets() {
      List<DataSet> sets = new ArrayList<>();
      outputs.forEach((set, tensors) ->
          sets.add(
              new DataSet(
                  List.copyOf(inputs.getOrDefault(set, Map.of()).values()),
                  List.copyOf(tensors.values()))));
      return sets;
    }
  }
}
