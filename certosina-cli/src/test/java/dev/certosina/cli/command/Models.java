package dev.certosina.cli.command;

import dev.certosina.ElementType;
import dev.certosina.testkit.OnnxBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Small model files for the tests of the commands.
final class Models {
  private Models() {}

  /// `y = tanh(x · w + b)` for any number of rows.
  static OnnxBuilder layer() {
    return new OnnxBuilder(17)
        .input("x", ElementType.FLOAT32, "rows", 3)
        .floats("w", List.of(3L, 2L), 1, -2, 0.5f, 4, 0.25f, -1)
        .floats("b", List.of(2L), 0.125f, -0.5f)
        .node("MatMul", List.of("x", "w"), List.of("product"))
        .node("Add", List.of("product", "b"), List.of("sum"))
        .node("Tanh", List.of("sum"), List.of("y"))
        .output("y");
  }

  /// A row of a table for each of `ids`, times a mask.
  static OnnxBuilder lookup() {
    return new OnnxBuilder(17)
        .input("ids", ElementType.INT64, "n")
        .input("some_mask", ElementType.FLOAT32, "n", 1)
        .floats("table", List.of(3L, 2L), 1, 2, 3, 4, 5, 6)
        .node("Gather", List.of("table", "ids"), List.of("rows"))
        .node("Mul", List.of("rows", "some_mask"), List.of("y"))
        .output("y");
  }

  static Path write(Path folder, OnnxBuilder model) throws IOException {
    return Files.write(folder.resolve("model.onnx"), model.bytes());
  }
}
