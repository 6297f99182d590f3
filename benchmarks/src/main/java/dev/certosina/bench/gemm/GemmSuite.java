package dev.certosina.bench.gemm;

import dev.certosina.Options;
import dev.certosina.bench.gemm.GemmShapes.Shape;
import dev.certosina.bench.suite.Suite;
import dev.certosina.bench.suite.SuiteCase;
import dev.certosina.peers.operator.OperatorProblem.Product;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Products with constant weights in f32: the shapes of DeepBench, of transformers, and many row
/// counts for one pair of weights; with weights that stay in the caches, and for few rows also with
/// cold ones.
public final class GemmSuite implements Suite {
  /// Cold weights matter where they are read once for few rows.
  private static final int MOST_COLD_ROWS = 64;

  /// More than the caches of a processor core's neighbourhood hold.
  private static final double COLD_BYTES = 192e6;

  private static final int MOST_COPIES = 64;
  private static final double MOST_BYTES = 4e9;

  private final Options wanted;
  private final Path shapes;

  /// @param wanted the target of our code, and the threads of each engine
  /// @param shapes the folder with the lists of shapes
  public GemmSuite(Options wanted, Path shapes) {
    this.wanted = wanted;
    this.shapes = shapes;
  }

  @Override
  public String name() {
    return "gemm";
  }

  @Override
  public String groups() {
    return "sets of shapes";
  }

  @Override
  public String examples() {
    return "deepbench:16x1760x1760 and random:37x3072x768";
  }

  @Override
  public List<List<SuiteCase>> cases(Path folder) {
    var products = new DynamicProducts(wanted, folder);
    var lists = new GemmShapes(shapes);
    List<List<SuiteCase>> groups = new ArrayList<>();
    addGroups(groups, products, "deepbench", lists.deepBench());
    addGroups(groups, products, "transformer", lists.transformers());
    addGroups(groups, products, "random", GemmShapes.random());
    return groups;
  }

  private static void addGroups(
      List<List<SuiteCase>> groups, DynamicProducts products, String group, List<Shape> shapes) {
    var hot = new ArrayList<SuiteCase>();
    var cold = new ArrayList<SuiteCase>();
    for (Shape shape : shapes) {
      SuiteCase one = of(products, group, shape, 1);
      if (SuiteCase.bytes(one.problem()) <= MOST_BYTES) {
        hot.add(one);
        int copies = coldCopies(shape);
        if (shape.m() <= MOST_COLD_ROWS && copies <= MOST_COPIES) {
          cold.add(of(products, group + "-cold", shape, copies));
        }
      }
    }
    groups.add(hot);
    if (!cold.isEmpty()) {
      groups.add(cold);
    }
  }

  private static int coldCopies(Shape shape) {
    double bytes = (double) shape.n() * shape.k() * Float.BYTES;
    return Math.max(2, (int) Math.ceil(COLD_BYTES / bytes));
  }

  private static SuiteCase of(DynamicProducts products, String group, Shape shape, int copies) {
    return new SuiteCase(
        "%s:%dx%dx%d".formatted(group, shape.m(), shape.n(), shape.k()),
        group,
        new Product(1, shape.m(), shape.n(), shape.k(), true),
        copies,
        operands -> products.prepare(shape, operands, copies));
  }

  @Override
  public SuiteCase smallest(Path folder) {
    return of(new DynamicProducts(wanted, folder), "smallest", new Shape(1, 1, 1), 1);
  }

  @Override
  public String asked(String group) {
    return group.endsWith("-cold")
        ? "product with constant weights, m x n x k; copies of the weights take turns"
        : "product with constant weights, m x n x k";
  }
}
