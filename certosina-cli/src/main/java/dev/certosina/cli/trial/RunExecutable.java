package dev.certosina.cli.trial;

import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.cli.engine.OutputFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Runs an executable once and writes its outputs to `.npy` files.
public final class RunExecutable implements TrialTask {

  /// @param outputs the folder for the outputs, one file each
  public static List<String> arguments(ExecutableInputs inputs, Path outputs) {
    List<String> arguments = new ArrayList<>(inputs.toArguments());
    arguments.add(outputs.toAbsolutePath().toString());
    return arguments;
  }

  /// @return name and file of each output, one after the other
  @Override
  public List<String> run(List<String> arguments) throws IOException {
    ExecutableInputs inputs = ExecutableInputs.fromArguments(arguments);
    Path folder = Path.of(arguments.get(inputs.argumentCount()));
    try (Model model = Executable.load(inputs.executable(), inputs.options());
        Session session = model.newSession()) {
      Map<String, Tensor> outputs = session.run(inputs.tensors(model.inputs()));
      List<String> results = new ArrayList<>();
      OutputFolder.write(folder, outputs)
          .forEach((name, file) -> {
            results.add(name);
            results.add(file.toString());
          });
      return results;
    }
  }
}
