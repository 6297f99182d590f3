package dev.certosina.cli.trial;

import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.Session;
import dev.certosina.Tensor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Times an executable: one run that does not count, then runs until the budget is spent.
public final class TimeExecutable implements TrialTask {

  /// @param mostRuns how many runs are enough
  /// @param budget after so long no further run starts; the first one always does
  public static List<String> arguments(ExecutableInputs inputs, int mostRuns, Duration budget) {
    List<String> arguments = new ArrayList<>(inputs.toArguments());
    arguments.add(Integer.toString(mostRuns));
    arguments.add(Long.toString(budget.toNanos()));
    return arguments;
  }

  /// The times in nanoseconds, from the results of this task.
  public static List<Long> nanos(List<String> results) {
    return results.stream().map(Long::valueOf).toList();
  }

  /// @return nanoseconds of each run, in order
  @Override
  public List<String> run(List<String> arguments) throws IOException {
    ExecutableInputs inputs = ExecutableInputs.fromArguments(arguments);
    int mostRuns = Integer.parseInt(arguments.get(inputs.argumentCount()));
    long budgetNanos = Long.parseLong(arguments.get(inputs.argumentCount() + 1));
    try (Model model = Executable.load(inputs.executable(), inputs.options());
        Session session = model.newSession()) {
      Map<String, Tensor> tensors = inputs.tensors(model.inputs());
      Map<String, Tensor> outputs = session.run(tensors);
      List<String> nanos = new ArrayList<>();
      long start = System.nanoTime();
      long before = start;
      do {
        session.run(tensors, outputs);
        long after = System.nanoTime();
        nanos.add(Long.toString(after - before));
        before = after;
      } while (nanos.size() < mostRuns && before - start < budgetNanos);
      return nanos;
    }
  }
}
