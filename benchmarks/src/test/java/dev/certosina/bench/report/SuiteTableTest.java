package dev.certosina.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuiteTableTest {
  @Test
  void printsALineForEachCaseAndASummary() {
    var text = new StringWriter();
    var table = new SuiteTable(new PrintWriter(text), List.of("first", "second"), 1e9);
    SuiteResult suite = Cases.suite();
    table.printHeader();
    suite.cases().forEach(table::printCase);
    table.printFormulas(suite.cases().subList(0, 2), "seen otherwise");
    table.printSummary(suite, "operators");
    assertThat(text.toString().lines())
        .containsExactly(
            "case            ours us       first us      second us   ratio  peak %",
            "a:0                10.0           20.0           30.0    2.00    10.0",
            "a:1 u              20.0           10.0           40.0    0.50     5.0",
            "b:0                10.0           80.0           40.0    4.00    10.0",
            "b:1 *               1.0            1.0            1.0    1.00   100.0",
            "b:3 *               1.0            2.0        crashed    2.00   100.0",
            "    peers: seen otherwise",
            "    ours: formula [0 1]",
            "    first: formula [0 1]",
            "    second: formula [0 1]",
            "a          geometric mean 1.000",
            "b          geometric mean 4.000",
            "geometric mean of best peer / ours over the 2 operators: 2.000",
            "below 0.95: 33 % of cases; worst: a:1 at 0.50",
            "share of the measured peak of 1.0 GFLOP/s: 7.5 %",
            "ran untuned: a:1",
            "b:2 did not count: not compiled");
  }
}
