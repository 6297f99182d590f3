package dev.certosina.cli.trial;

import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.Tensor;
import dev.certosina.cli.engine.Inputs;
import dev.certosina.cli.tensor.Fill;
import dev.certosina.cli.tensor.TensorFiles;
import dev.certosina.runtime.exec.Program.TensorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An executable file and what it is run on.
///
/// @param files `.npy` files of inputs, by name
/// @param seed of the inputs without a file, which are made up as [Fill] says; dynamic extents are
///   1
/// @param threads that run it
public record ExecutableInputs(Path executable, Map<String, Path> files, long seed, int threads) {

  public ExecutableInputs {
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
  }

  /// As arguments of a task: executable, seed, threads, number of files, then name and path of
  /// each.
  List<String> toArguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add(executable.toAbsolutePath().toString());
    arguments.add(Long.toString(seed));
    arguments.add(Integer.toString(threads));
    arguments.add(Integer.toString(files.size()));
    files.forEach((name, file) -> {
      arguments.add(name);
      arguments.add(file.toAbsolutePath().toString());
    });
    return arguments;
  }

  /// Reads the head of a task's arguments.
  static ExecutableInputs fromArguments(List<String> arguments) {
    Map<String, Path> files = new LinkedHashMap<>();
    for (int i = 0; i < Integer.parseInt(arguments.get(3)); i++) {
      files.put(arguments.get(4 + 2 * i), Path.of(arguments.get(5 + 2 * i)));
    }
    return new ExecutableInputs(
        Path.of(arguments.getFirst()),
        files,
        Long.parseLong(arguments.get(1)),
        Integer.parseInt(arguments.get(2)));
  }

  /// How many arguments [#toArguments] gives.
  int argumentCount() {
    return 4 + 2 * files.size();
  }

  Options options() {
    return Options.builder().threads(threads).build();
  }

  /// The tensors for the inputs of a model, in memory that it reads in place.
  ///
  /// @throws ModelException where a file is no tensor, or belongs to no input
  Map<String, Tensor> tensors(List<TensorSpec> specs) throws IOException {
    Map<String, Tensor> supplied = new LinkedHashMap<>();
    for (Map.Entry<String, Path> file : files.entrySet()) {
      Tensor read = TensorFiles.read(file.getValue());
      Tensor tensor = Tensor.allocate(read.type(), read.shape());
      tensor.data().copyFrom(read.data());
      supplied.put(file.getKey(), tensor);
    }
    return Inputs.of(specs, Map.of(), supplied, new Fill(seed, Map.of()));
  }
}
