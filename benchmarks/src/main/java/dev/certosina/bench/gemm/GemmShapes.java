package dev.certosina.bench.gemm;

import dev.certosina.ModelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/// The shapes of the suite, from the folder of shared material.
final class GemmShapes {
  private static final int RANDOM_SHAPES = 300;
  private static final int MOST_ROWS = 8192;
  private static final int RANDOM_N = 3072;
  private static final int RANDOM_K = 768;
  private static final long SEED = 20;

  private final Path folder;

  /// @param folder with the CSV files
  GemmShapes(Path folder) {
    this.folder = folder;
  }

  /// Left `[m, k]`, constant right `[k, n]`, both row by row.
  record Shape(int m, int n, int k) {}

  /// The distinct shapes of DeepBench. They are column-major, so its n is our m, and its left
  /// operand our weights.
  List<Shape> deepBench() {
    Set<Shape> shapes = new LinkedHashSet<>();
    for (List<String> row : rows("deepbench_gemm.csv")) {
      shapes.add(shape(row.get(2), row.get(1), row.get(3)));
    }
    return List.copyOf(shapes);
  }

  /// The distinct products of transformers with constant weights: those that are no batch.
  List<Shape> transformers() {
    Set<Shape> shapes = new LinkedHashSet<>();
    for (List<String> row : rows("transformer_gemm.csv")) {
      boolean hasWeights = !row.get(4).startsWith("attn_");
      if (hasWeights) {
        shapes.add(shape(row.get(6), row.get(7), row.get(8)));
      }
    }
    return List.copyOf(shapes);
  }

  /// Any number of rows, always the same ones.
  static List<Shape> random() {
    var random = new SplittableRandom(SEED);
    return random
        .ints(RANDOM_SHAPES, 1, MOST_ROWS + 1)
        .distinct()
        .mapToObj(m -> new Shape(m, RANDOM_N, RANDOM_K))
        .toList();
  }

  private static Shape shape(String m, String n, String k) {
    return new Shape(Integer.parseInt(m), Integer.parseInt(n), Integer.parseInt(k));
  }

  /// The rows after the comments and the names of the columns.
  private List<List<String>> rows(String name) {
    Path file = folder.resolve(name);
    try {
      var rows = new ArrayList<List<String>>();
      for (String line : Files.readAllLines(file)) {
        if (!line.startsWith("#") && !line.isBlank()) {
          rows.add(List.of(line.split(",", -1)));
        }
      }
      return rows.subList(1, rows.size());
    } catch (IOException e) {
      throw new ModelException(
          "%s cannot be read; needed the folder of shared material beside the repository"
              .formatted(file),
          e);
    }
  }
}
