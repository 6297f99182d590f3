package dev.certosina.compiler.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.testkit.OnnxBuilder;
import dev.certosina.testkit.Seed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Random graphs grown from random nodes, most of them nonsense: a node is accepted or refused in
/// one line; what is accepted passes the verifier after each pass, and both ways of inference agree
/// on the shapes of a call to which both apply.
class ShapeInferenceFuzzTest {
  private static final int GRAPHS = 150;
  private static final int ATTEMPTS = 40;
  private static final int BINDINGS = 10;
  private static final List<String> OPERATORS = List.copyOf(Operators.names());
  private static final int[] OPSETS = {6, 9, 12, 13, 14, 18, 22, 27};

  @Test
  void infersOrRefusesRandomNodes() {
    RandomGenerator random = Seed.generator();
    int accepted = 0;
    int compared = 0;
    for (int i = 0; i < GRAPHS; i++) {
      int opset = OPSETS[random.nextInt(OPSETS.length)];
      List<Consumer<OnnxBuilder>> steps = new ArrayList<>(List.of(sources(random)));
      var names = new ArrayList<>(List.of("x", "y", "i", "k", "s", "e", "b"));
      for (int j = 0; j < ATTEMPTS; j++) {
        String output = "v" + j;
        steps.add(node(random, names, output));
        if (isAccepted(opset, steps, output)) {
          names.add(output);
          accepted++;
        } else {
          steps.removeLast();
        }
      }
      compared += compare(random, graph(opset, steps, names.getLast()));
    }
    assertThat(accepted).isGreaterThan(GRAPHS);
    assertThat(compared).isGreaterThan(GRAPHS / 5);
  }

  private static boolean isAccepted(int opset, List<Consumer<OnnxBuilder>> steps, String output) {
    try {
      Graph graph = graph(opset, steps, output);
      for (boolean assume : List.of(true, false)) {
        InferredGraph inferred = ShapeInference.infer(graph, assume);
        GraphVerifier.verify(inferred);
        GraphVerifier.verify(RemoveDeadNodes.run(MaterializeShapes.run(inferred)));
        assertThat(GraphPrinter.print(inferred)).isNotEmpty();
      }
      GraphVerifier.verify(Canonicalize.run(graph));
      ShapeInputs.find(graph);
      return true;
    } catch (ModelException e) {
      assertThat(e.getMessage()).doesNotContain("\n");
      return false;
    }
  }

  /// Returns how many calls both inferences applied to.
  private static int compare(RandomGenerator random, Graph graph) {
    InferredGraph general = ShapeInference.infer(graph, false);
    InferredGraph assumed = ShapeInference.infer(graph, true);
    int compared = 0;
    for (int i = 0; i < BINDINGS; i++) {
      Map<String, Long> extents = new HashMap<>();
      long shared = random.nextInt(4);
      ToLongFunction<String> symbols =
          name ->
              extents.computeIfAbsent(
                  name, _ -> random.nextInt(4) == 0 ? random.nextInt(4) : shared);
      if (ConditionsOf.hold(general, symbols) && ConditionsOf.hold(assumed, symbols)) {
        compared++;
        for (String name : general.graph().values().keySet()) {
          assertThat(shape(general, name, symbols))
              .as(GraphPrinter.print(general))
              .isEqualTo(shape(assumed, name, symbols));
        }
      }
    }
    return compared;
  }

  private static List<Long> shape(
      InferredGraph inferred, String name, ToLongFunction<String> symbols) {
    ValueInfo value = inferred.graph().value(name).orElseThrow();
    return value.shape().stream().map((Dim dim) -> Dims.evaluate(dim, symbols)).toList();
  }

  private static Graph graph(int opset, List<Consumer<OnnxBuilder>> steps, String output) {
    var model = new OnnxBuilder(opset);
    steps.forEach(step -> step.accept(model));
    return model.output(output).graph();
  }

  private static Consumer<OnnxBuilder> sources(RandomGenerator random) {
    Object[] x = dims(random);
    Object[] y = dims(random);
    Object[] i = dims(random);
    long first = random.nextInt(-3, 4);
    long second = random.nextInt(-3, 4);
    long scalar = random.nextInt(-2, 3);
    return model ->
        model
            .input("x", ElementType.FLOAT32, x)
            .input("y", ElementType.FLOAT32, y)
            .input("i", ElementType.INT64, i)
            .longs("k", List.of(2L), first, second)
            .longs("s", List.of(), scalar)
            .longs("e", List.of(0L))
            .initializer(OnnxBuilder.tensor("b", ElementType.BOOL, List.of(1L), new byte[] {1}));
  }

  private static Object[] dims(RandomGenerator random) {
    var dims = new Object[random.nextInt(4)];
    for (int i = 0; i < dims.length; i++) {
      dims[i] = random.nextBoolean() ? "d" : (Object) random.nextInt(4);
    }
    return dims;
  }

  private static Consumer<OnnxBuilder> node(
      RandomGenerator random, List<String> names, String output) {
    String operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
    var inputs = new ArrayList<String>();
    int count = random.nextInt(1, 4);
    for (int i = 0; i < count; i++) {
      inputs.add(random.nextInt(20) == 0 ? "" : names.get(random.nextInt(names.size())));
    }
    int choice = random.nextInt(8);
    long number = random.nextInt(-3, 4);
    int type = random.nextInt(1, 14);
    return model ->
        model.node(
            operator,
            inputs,
            List.of(output),
            attributes -> {
              switch (choice) {
                case 0, 1 -> attributes.set("axis", number);
                case 2 -> attributes.setInts("axes", number);
                case 3, 4 -> attributes.set("to", type);
                case 5 -> attributes.setInts("perm", 1, 0);
                default -> {} // none
              }
            });
  }
}
