package dev.certosina.cli.conformance;

import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.Tensor;
import dev.certosina.cli.conformance.CaseResult.Status;
import dev.certosina.cli.tensor.Difference;
import dev.certosina.cli.tensor.TensorFiles;
import dev.certosina.cli.tensor.Tolerance;
import dev.certosina.compiler.onnx.ModelOutline;
import java.io.File;
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
    String reason =
        outcome.reason.replace(folder + File.separator, "").replaceAll("\\s*\\R\\s*", " ");
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
    try (var runs = new CaseModel(file, options)) {
      for (Path dataSet : dataSets) {
        Outcome outcome = runDataSet(runs, dataSet);
        if (outcome.status != Status.PASS) {
          return outcome;
        }
      }
      return Outcome.PASS;
    } catch (CaseModel.Refused e) {
      return new Outcome(Status.UNSUPPORTED, message(e));
    }
  }

  private static Outcome runDataSet(CaseModel model, Path dataSet) throws IOException {
    Map<String, Tensor> inputs;
    Map<String, Tensor> expected;
    try {
      inputs = tensors(model.inputs(), dataSet, "input");
      expected = tensors(model.outputs(), dataSet, "output");
    } catch (ModelException e) {
      return new Outcome(Status.UNSUPPORTED, message(e));
    }
    Map<String, Tensor> actual;
    try {
      actual = model.run(inputs);
    } catch (ModelException e) {
      return Outcome.fail(dataSet.getFileName() + ": " + message(e));
    }
    return compare(dataSet, expected, actual);
  }

  private static Outcome compare(
      Path dataSet, Map<String, Tensor> expected, Map<String, Tensor> actual) {
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
    try (var model = new CaseModel(file, options)) {
      if (dataSets.isEmpty()) {
        return refuses(model, Map.of())
            ? Outcome.PASS
            : Outcome.fail("the model was accepted and ran");
      }
      for (Path dataSet : dataSets) {
        if (!refuses(model, tensors(model.inputs(), dataSet, "input"))) {
          return Outcome.fail(dataSet.getFileName() + ": was accepted and ran");
        }
      }
      return Outcome.PASS;
    } catch (CaseModel.Refused e) {
      return Outcome.PASS;
    }
  }

  private static boolean refuses(CaseModel model, Map<String, Tensor> inputs) throws IOException {
    try {
      model.run(inputs);
      return false;
    } catch (CaseModel.Refused | ModelException e) {
      return true;
    }
  }

  /// The tensors `PREFIX_I.pb` of a data set, by the I-th of `names`.
  private static Map<String, Tensor> tensors(List<String> names, Path dataSet, String prefix)
      throws IOException {
    var tensors = new LinkedHashMap<String, Tensor>();
    for (int i = 0; i < names.size(); i++) {
      Path file = dataSet.resolve(prefix + "_" + i + ".pb");
      if (Files.exists(file)) {
        tensors.put(names.get(i), TensorFiles.read(file));
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

  private static String message(Exception e) {
    return Optional.ofNullable(e.getMessage()).orElse("no message");
  }
}
