package dev.certosina.cli.command;

import dev.certosina.Options;
import dev.certosina.cli.demo.DemoReport;
import dev.certosina.cli.demo.DemoSentences;
import dev.certosina.cli.demo.Patience;
import dev.certosina.cli.demo.SentenceEncoder;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// The main job on a real model.
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Encodes sentences of very different lengths with the MiniLM sentence encoder, one after"
            + " another, without a compile per length.",
    footer = {
      "",
      "JSON keys: version, model, target, kernels, threads, loadMicros, sentences[text, tokens,"
          + " firstMicros, warmMicros], similarities[[]], statistics{runs, planHits, planMisses,"
          + " bindMicros, compilations, nativeBytes}.",
      "Example: certosina demo --threads 1",
    })
final class DemoCommand implements Callable<Integer> {

  @Mixin private EngineOptions engine = new EngineOptions();

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException {
    Options options = engine.options();
    long start = System.nanoTime();
    SentenceEncoder encoder;
    try (Patience _ =
        Patience.during(
            "preparing the model; the first run compiles it for this machine:", json.progress())) {
      encoder = SentenceEncoder.open(options);
    }
    try (encoder) {
      long loadNanos = System.nanoTime() - start;
      DemoReport report = DemoReport.run(encoder, DemoSentences.ALL, options.threads(), loadNanos);
      report.print(json.text());
      json.print(report.toJson(JsonOption.document()));
      return 0;
    }
  }
}
