package dev.certosina.cli.conformance;

import dev.certosina.Certosina;
import dev.certosina.Model;
import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.cli.conformance.CaseResult.Status;
import dev.certosina.cli.inspect.ModelOutline;
import dev.certosina.cli.tensor.Difference;
import dev.certosina.cli.tensor.TensorFiles;
import dev.certosina.cli.tensor.Tolerance;
import dev.certosina.runtime.exec.Program.TensorSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Runs test cases: folders with `model.onnx`, `test_data_set_K/input_I.pb` and `output_O.pb`, or
/// with `expect_error`, which must be refused.
public final class CaseRunner {
  private static final String MODEL = "model.onnx";
  private static final String EXPECT_ERROR = "expect_error";

  private final Options options;

  public CaseRunner(Options options) {
    this.options = options;
  }

  /// Compiles the model of one case and runs every data set in one session, in order.
  public CaseResult run(Path folder) {
    Path model = folder.resolve(MODEL);
    Outcome outcome;
    try {
      outcome =
          Files.exists(folder.resolve(EXPECT_ERROR))
              ? expectRefusal(model, dataSets(folder))
              : expectResults(model, dataSets(folder));
    } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
      outcome = new Outcome(Status.ERROR, e.toString());
    }
    String reason = outcome.reason.replaceAll("\\s*\\R\\s*", " ");
    return new CaseResult(
        folder.getFileName().toString(), operators(model), outcome.status, reason);
  }

  private record Outcome(Status status, String reason) {
    static final Outcome PASS = new Outcome(Status.PASS, "");

    static Outcome fail(String reason) {
      return new Outcome(Status.FAIL, reason);
    }
  }

  private Outcome expectResults(Path file, List<Path> dataSets) throws IOException {
    Model model;
    try {
      model = Certosina.load(file, options);
    } catch (ModelException e) {
      return new Outcome(Status.UNSUPPORTED, message(e));
    }
    try (model;
        Session session = model.newSession()) {
      for (Path dataSet : dataSets) {
        Outcome outcome = runDataSet(model, session, dataSet);
        if (outcome.status != Status.PASS) {
          return outcome;
        }
      }
      return Outcome.PASS;
    }
  }

  private static Outcome runDataSet(Model model, Session session, Path dataSet) throws IOException {
    Map<String, Tensor> inputs = tensors(model.inputs(), dataSet, "input");
    Map<String, Tensor> expected = tensors(model.outputs(), dataSet, "output");
    Map<String, Tensor> actual;
    try {
      actual = session.run(inputs);
    } catch (ModelException e) {
      return Outcome.fail(dataSet.getFileName() + ": " + message(e));
    }
    for (Map.Entry<String, Tensor> output : expected.entrySet()) {
      Tensor found = actual.get(output.getKey());
      if (found == null) {
        return Outcome.fail("no output '" + output.getKey() + "'");
      }
      Difference difference = Difference.between(output.getValue(), found, Tolerance.CONFORMANCE);
      if (!difference.agrees()) {
        return Outcome.fail(
            "%s: output '%s': %s"
                .formatted(dataSet.getFileName(), output.getKey(), difference.reason()));
      }
    }
    return Outcome.PASS;
  }

  /// With data sets every set must be refused, otherwise loading or a run without inputs must.
  private Outcome expectRefusal(Path file, List<Path> dataSets) throws IOException {
    Model model;
    try {
      model = Certosina.load(file, options);
    } catch (ModelException e) {
      return Outcome.PASS;
    }
    try (model;
        Session session = model.newSession()) {
      if (dataSets.isEmpty()) {
        return refuses(session, Map.of())
            ? Outcome.PASS
            : Outcome.fail("the model was accepted and ran");
      }
      for (Path dataSet : dataSets) {
        if (!refuses(session, tensors(model.inputs(), dataSet, "input"))) {
          return Outcome.fail(dataSet.getFileName() + ": was accepted and ran");
        }
      }
      return Outcome.PASS;
    }
  }

  private static boolean refuses(Session session, Map<String, Tensor> inputs) {
    try {
      session.run(inputs);
      return false;
    } catch (ModelException e) {
      return true;
    }
  }

  /// The tensors `PREFIX_I.pb` of a data set, by the name of the I-th of `specs`.
  private static Map<String, Tensor> tensors(List<TensorSpec> specs, Path dataSet, String prefix)
      throws IOException {
    var tensors = new LinkedHashMap<String, Tensor>();
    for (int i = 0; i < specs.size(); i++) {
      Path file = dataSet.resolve(prefix + "_" + i + ".pb");
      if (Files.exists(file)) {
        tensors.put(specs.get(i).name(), TensorFiles.read(file));
      }
    }
    return tensors;
  }

  private static List<Path> dataSets(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(entry -> entry.getFileName().toString().startsWith("test_data_set_"))
          .sorted(
              Comparator.comparingInt((Path entry) -> entry.getFileName().toString().length())
                  .thenComparing(Path::compareTo))
          .toList();
    }
  }

  private static Set<String> operators(Path model) {
    try {
      return ModelOutline.read(model).operators().keySet();
    } catch (IOException | ModelException e) {
      return Set.of();
    }
  }

  private static String message(ModelException e) {
    return Optional.ofNullable(e.getMessage()).orElse("no message");
  }
}
