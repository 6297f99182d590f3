package dev.certosina.compiler.target.yaml;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexStatement;
import java.util.ArrayList;
import java.util.List;

/// Reads chains: the steps of one use of an intrinsic, from loading to storing.
///
/// Every source is loaded once before the one `compute`, and the destination stored after it.
/// Between them may stand `round X`, which makes the loaded operand less exact, and `fill X`, which
/// clears the destination's registers.
final class ChainReader {
  private static final String COMPUTE = "compute";
  private static final String LOAD = "load ";
  private static final String ROUND = "round ";
  private static final String FILL = "fill ";
  private static final String STORE = "store ";
  private static final int MOST_STEPS = 64;

  private ChainReader() {}

  static List<String> read(Yaml list, IndexStatement statement) {
    String destination = statement.destination().tensor();
    List<String> loads =
        statement.operands().stream().map(Access::tensor).map(LOAD::concat).toList();
    String expected = "%s, compute, %s%s".formatted(String.join(", ", loads), STORE, destination);
    List<String> steps = new ArrayList<>();
    for (Yaml item : Values.items(list, "a list of steps: " + expected)) {
      String step = Values.line(item, "a step of the chain").replaceAll("\\s+", " ");
      if (steps.size() == MOST_STEPS || !mayFollow(steps, step, loads, destination)) {
        throw item.place().wrong("the step " + Place.quote(step), "steps in the order " + expected);
      }
      steps.add(step);
    }
    if (!steps.contains(STORE + destination)) {
      throw list.place().wrong("a chain that does not end in a store", expected);
    }
    return steps;
  }

  private static boolean mayFollow(
      List<String> steps, String step, List<String> loads, String destination) {
    boolean isComputed = steps.contains(COMPUTE);
    if (step.equals(COMPUTE)) {
      return !isComputed && steps.containsAll(loads);
    }
    if (step.equals(STORE + destination)) {
      return isComputed && !steps.contains(step);
    }
    if (step.startsWith(ROUND)) {
      return !isComputed && steps.contains(LOAD + step.substring(ROUND.length()));
    }
    return !isComputed
        && !steps.contains(step)
        && (loads.contains(step) || step.equals(FILL + destination));
  }
}
