package dev.certosina.compiler.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.testkit.OnnxBuilder;
import dev.certosina.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Random graphs, mostly nonsense: inference succeeds or refuses in one line, and what it accepts
/// passes the verifier after each pass.
class ShapeInferenceFuzzTest {
  private static final int GRAPHS = 6000;
  private static final int MOST_NODES = 8;
  private static final List<String> OPERATORS = List.copyOf(Operators.names());
  private static final int[] OPSETS = {6, 9, 12, 13, 14, 18, 22, 27};

  @Test
  void infersOrRefusesRandomGraphs() {
    RandomGenerator random = Seed.generator();
    int accepted = 0;
    for (int i = 0; i < GRAPHS; i++) {
      try {
        Graph graph = randomModel(random).graph();
        for (boolean assume : List.of(true, false)) {
          GraphVerifier.verify(passes(ShapeInference.infer(graph, assume)));
        }
        ShapeInputs.find(graph);
        accepted++;
      } catch (ModelException e) {
        assertThat(e.getMessage()).doesNotContain("\n");
      }
    }
    assertThat(accepted).isGreaterThan(GRAPHS / 100);
  }

  private static InferredGraph passes(InferredGraph inferred) {
    GraphVerifier.verify(inferred);
    Graph canonical = Canonicalize.run(inferred.graph());
    GraphVerifier.verify(canonical);
    assertThat(GraphPrinter.print(inferred)).isNotEmpty();
    return RemoveDeadNodes.run(MaterializeShapes.run(inferred));
  }

  private static OnnxBuilder randomModel(RandomGenerator random) {
    var model = new OnnxBuilder(OPSETS[random.nextInt(OPSETS.length)]);
    var names = new ArrayList<>(List.of("x", "y", "i", "k", "s", "e", "b"));
    model.input("x", ElementType.FLOAT32, dims(random));
    model.input("y", ElementType.FLOAT32, dims(random));
    model.input("i", ElementType.INT64, dims(random));
    model.longs("k", List.of(2L), random.nextInt(-3, 4), random.nextInt(-3, 4));
    model.longs("s", List.of(), random.nextInt(-2, 3));
    model.longs("e", List.of(0L));
    model.initializer(OnnxBuilder.tensor("b", ElementType.BOOL, List.of(1L), new byte[] {1}));
    int nodes = random.nextInt(1, MOST_NODES);
    for (int i = 0; i < nodes; i++) {
      names.add(addNode(model, random, names, "v" + i));
    }
    return model.output(names.getLast());
  }

  private static Object[] dims(RandomGenerator random) {
    var dims = new Object[random.nextInt(4)];
    for (int i = 0; i < dims.length; i++) {
      dims[i] = random.nextBoolean() ? "d" : (Object) random.nextInt(4);
    }
    return dims;
  }

  private static String addNode(
      OnnxBuilder model, RandomGenerator random, List<String> names, String output) {
    var inputs = new ArrayList<String>();
    int count = random.nextInt(1, 4);
    for (int i = 0; i < count; i++) {
      inputs.add(random.nextInt(20) == 0 ? "" : names.get(random.nextInt(names.size())));
    }
    model.node(
        OPERATORS.get(random.nextInt(OPERATORS.size())),
        inputs,
        List.of(output),
        attributes -> {
          if (random.nextInt(3) == 0) {
            attributes.set("axis", random.nextInt(-3, 4));
          }
          if (random.nextInt(6) == 0) {
            attributes.setInts("axes", random.nextInt(-3, 4));
          }
          if (random.nextInt(6) == 0) {
            attributes.set("to", random.nextInt(0, 30));
          }
          if (random.nextInt(12) == 0) {
            attributes.setInts("perm", 1, 0);
          }
        });
    return output;
  }
}
