package dev.certosina.cli.engine;

import dev.certosina.Tensor;
import dev.certosina.cli.json.Json;
import dev.certosina.cli.tensor.Npy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A folder of `.npy` files, one per output. Characters of a name that a file name cannot hold
/// everywhere become `_`; names that would then be equal get a number.
public final class OutputFolder {
  private static final int LONGEST_NAME = 100;

  private OutputFolder() {}

  /// Writes every tensor and returns its file by its name.
  public static Map<String, Path> write(Path folder, Map<String, Tensor> tensors)
      throws IOException {
    Files.createDirectories(folder);
    var files = new LinkedHashMap<String, Path>();
    var taken = new HashSet<String>();
    for (Map.Entry<String, Tensor> tensor : tensors.entrySet()) {
      Path file = folder.resolve(fileName(tensor.getKey(), taken) + ".npy");
      Npy.write(file, tensor.getValue());
      files.put(tensor.getKey(), file);
    }
    return files;
  }

  /// Name, type, shape and, where there is one, file of every tensor.
  public static List<Json> describe(Map<String, Tensor> tensors, Map<String, Path> files) {
    var descriptions = new ArrayList<Json>();
    tensors.forEach((name, tensor) -> {
      List<Json> shape = Arrays.stream(tensor.shape()).<Json>mapToObj(Json.Int::new).toList();
      Json.Structure description =
          Json.object().with("name", name).with("type", tensor.type().text()).with("shape", shape);
      Path file = files.get(name);
      descriptions.add(file == null ? description : description.with("file", file.toString()));
    });
    return descriptions;
  }

  private static String fileName(String name, Set<String> taken) {
    String clean = name.replaceAll("[^A-Za-z0-9._-]", "_").replaceFirst("^\\.", "_");
    String stem = clean.substring(0, Math.min(clean.length(), LONGEST_NAME));
    String candidate = stem.isEmpty() ? "_" : stem;
    int number = 2;
    while (!taken.add(candidate)) {
      candidate = stem + "-" + number++;
    }
    return candidate;
  }
}
