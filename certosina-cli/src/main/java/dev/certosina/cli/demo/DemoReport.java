package dev.certosina.cli.demo;

import dev.certosina.Model;
import dev.certosina.Statistics;
import dev.certosina.cli.bench.Latencies;
import dev.certosina.cli.json.Json;
import dev.certosina.cli.tokenizer.Encoding;
import dev.certosina.compiler.pipeline.KernelSummary;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/// What the demo did and found.
///
/// @param kernels one line about the machine code that ran
/// @param loadNanos from the jar to a ready session, compiling included where that was needed
/// @param statistics the model's counters after the last sentence
public record DemoReport(
    String target,
    int threads,
    String kernels,
    long loadNanos,
    List<Encoded> sentences,
    Statistics statistics) {

  private static final String NAME = "all-MiniLM-L6-v2";
  private static final double NANOS_PER_MICRO = 1_000;
  private static final double NANOS_PER_MILLI = 1_000_000;
  private static final long WARM_NANOS = 150_000_000;
  private static final int FEWEST_WARM_CALLS = 5;
  private static final int SHOWN_CHARACTERS = 52;

  public DemoReport {
    sentences = List.copyOf(sentences);
  }

  /// One sentence.
  ///
  /// @param firstNanos the first call of this length in this process
  /// @param warm calls after it
  record Encoded(String text, int tokens, SentenceVector vector, long firstNanos, Latencies warm) {}

  /// Encodes every sentence: all first calls in a row, then the warm ones.
  public static DemoReport run(
      SentenceEncoder encoder, List<String> sentences, int threads, long loadNanos) {
    var encoded = new ArrayList<Encoded>();
    for (String sentence : sentences) {
      Encoding tokens = encoder.tokens(sentence);
      long start = System.nanoTime();
      SentenceVector vector = encoder.encode(tokens);
      long firstNanos = System.nanoTime() - start;
      encoded.add(
          new Encoded(sentence, tokens.length(), vector, firstNanos, warm(encoder, tokens)));
    }
    return new DemoReport(
        encoder.model().target(),
        threads,
        kernels(encoder.model()),
        loadNanos,
        encoded,
        encoder.model().statistics());
  }

  private static String kernels(Model model) {
    return KernelSummary.find(model.info(), model.target()).orElse("unknown");
  }

  private static Latencies warm(SentenceEncoder encoder, Encoding tokens) {
    var nanos = new ArrayList<Long>();
    long begin = System.nanoTime();
    while (nanos.size() < FEWEST_WARM_CALLS || System.nanoTime() - begin < WARM_NANOS) {
      long start = System.nanoTime();
      encoder.encode(tokens);
      nanos.add(System.nanoTime() - start);
    }
    return new Latencies(nanos.stream().mapToLong(Long::longValue).toArray());
  }

  /// Prints sentences with times, similarities, and what ran.
  public void print(PrintWriter text) {
    text.printf(
        "%s on %s, %d threads: ready in %.2f s%n%n",
        NAME, target, threads, loadNanos / NANOS_PER_MILLI / 1e3);
    text.printf("%-3s%8s%14s%14s  %s%n", "", "tokens", "first ms", "warm ms", "sentence");
    for (int i = 0; i < sentences.size(); i++) {
      Encoded one = sentences.get(i);
      text.printf(
          "%-3s%8d%14.3f%14.3f  %s%n",
          label(i),
          one.tokens,
          one.firstNanos / NANOS_PER_MILLI,
          one.warm.medianMicros() / 1e3,
          shortened(one.text));
    }
    printSimilarities(text);
    text.printf(
        "%n%d runs at %d lengths; plans: %d cached hits, %d bound in %.1f us each; compilations"
            + " after loading: %d; native memory %.1f MB%n",
        statistics.runs(),
        sentences.size(),
        statistics.planHits(),
        statistics.planMisses(),
        statistics.bindNanos() / NANOS_PER_MICRO / Math.max(1, statistics.planMisses()),
        statistics.compilations(),
        statistics.nativeBytes() / 1e6);
    text.println("kernels: " + kernels);
  }

  private void printSimilarities(PrintWriter text) {
    text.printf("%nsimilarity%n   ");
    for (int i = 0; i < sentences.size(); i++) {
      text.printf("%7s", label(i));
    }
    text.println();
    for (int row = 0; row < sentences.size(); row++) {
      text.printf("%-3s", label(row));
      for (int column = 0; column <= row; column++) {
        text.printf("%7.2f", similarity(row, column));
      }
      text.println();
    }
  }

  /// The document with all its members.
  public Json.Structure toJson(Json.Structure document) {
    var list = new ArrayList<Json>();
    var similarities = new ArrayList<Json>();
    for (int i = 0; i < sentences.size(); i++) {
      Encoded one = sentences.get(i);
      list.add(
          Json.object()
              .with("text", one.text)
              .with("tokens", one.tokens)
              .with("firstMicros", one.firstNanos / NANOS_PER_MICRO)
              .with("warmMicros", one.warm.medianMicros()));
      var row = new ArrayList<Json>();
      for (int j = 0; j < sentences.size(); j++) {
        row.add(Json.real(similarity(i, j)));
      }
      similarities.add(new Json.Array(row));
    }
    return document
        .with("model", NAME)
        .with("target", target)
        .with("kernels", kernels)
        .with("threads", threads)
        .with("loadMicros", loadNanos / NANOS_PER_MICRO)
        .with("sentences", list)
        .with("similarities", similarities)
        .with("statistics", statisticsJson());
  }

  private Json statisticsJson() {
    return Json.object()
        .with("runs", statistics.runs())
        .with("planHits", statistics.planHits())
        .with("planMisses", statistics.planMisses())
        .with("bindMicros", statistics.bindNanos() / NANOS_PER_MICRO)
        .with("compilations", statistics.compilations())
        .with("nativeBytes", statistics.nativeBytes());
  }

  private double similarity(int row, int column) {
    return sentences.get(row).vector.similarity(sentences.get(column).vector);
  }

  private static String label(int index) {
    return String.valueOf((char) ('A' + index));
  }

  private static String shortened(String text) {
    return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS - 1) + "…";
  }
}
