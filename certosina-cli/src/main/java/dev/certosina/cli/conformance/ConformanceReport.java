package dev.certosina.cli.conformance;

import dev.certosina.cli.conformance.CaseResult.Status;
import dev.certosina.cli.json.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// All cases of one run, with totals and a table by operator.
public record ConformanceReport(List<CaseResult> cases) {
  private static final List<Status> COLUMNS = List.of(Status.values());

  public ConformanceReport {
    cases = List.copyOf(cases);
  }

  /// How many cases ended in each way.
  public Map<Status, Integer> totals() {
    var totals = zeros();
    cases.forEach(result -> totals.merge(result.status(), 1, Integer::sum));
    return totals;
  }

  /// The same for every operator, over the cases whose model has it.
  public Map<String, Map<Status, Integer>> byOperator() {
    var table = new TreeMap<String, Map<Status, Integer>>();
    for (CaseResult result : cases) {
      for (String operator : result.operators()) {
        table.computeIfAbsent(operator, name -> zeros()).merge(result.status(), 1, Integer::sum);
      }
    }
    return table;
  }

  /// Prints the table, every case that failed or broke, and the totals.
  public void print(PrintWriter text) {
    text.printf("%-40s%12s%12s%12s%12s%n", header());
    byOperator().forEach((operator, counts) -> text.println(row(operator, counts)));
    for (CaseResult result : cases) {
      if (result.status() == Status.FAIL || result.status() == Status.ERROR) {
        text.printf("%s: %s: %s%n", result.status().text(), result.name(), result.reason());
      }
    }
    text.println(row("all cases", totals()));
  }

  /// The document's members `cases`, `operators` and `totals`.
  public Json.Structure toJson(Json.Structure document) {
    var caseList = new ArrayList<Json>();
    for (CaseResult result : cases) {
      caseList.add(
          Json.object()
              .with("name", result.name())
              .with("status", result.status().text())
              .with("reason", result.reason()));
    }
    var operators = new ArrayList<Json>();
    byOperator()
        .forEach((operator, counts) ->
            operators.add(counts(Json.object().with("operator", operator), counts)));
    return document
        .with("cases", caseList)
        .with("operators", operators)
        .with("totals", counts(Json.object(), totals()));
  }

  private static Json.Structure counts(Json.Structure object, Map<Status, Integer> counts) {
    Json.Structure counted = object;
    for (Status status : COLUMNS) {
      counted = counted.with(status.text(), counts.getOrDefault(status, 0));
    }
    return counted;
  }

  private static Map<Status, Integer> zeros() {
    var zeros = new EnumMap<Status, Integer>(Status.class);
    COLUMNS.forEach(status -> zeros.put(status, 0));
    return zeros;
  }

  private static Object[] header() {
    var titles = new ArrayList<Object>(List.of("operator"));
    COLUMNS.forEach(status -> titles.add(status.text()));
    return titles.toArray();
  }

  private static String row(String title, Map<Status, Integer> counts) {
    Object[] cells = new Object[COLUMNS.size() + 1];
    Arrays.setAll(cells, i -> i == 0 ? title : counts.get(COLUMNS.get(i - 1)));
    return "%-40s%12d%12d%12d%12d".formatted(cells);
  }
}
