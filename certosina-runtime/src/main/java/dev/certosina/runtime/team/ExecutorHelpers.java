package dev.certosina.runtime.team;

import dev.certosina.InternalCompilerException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// Helpers borrowed from a user's executor. One that lends fewer threads than asked, lends them
/// late or refuses makes a run slower and nothing else.
public final class ExecutorHelpers implements Helpers {
  private final Executor executor;

  public ExecutorHelpers(Executor executor) {
    this.executor = executor;
  }

  @Override
  public void run(Job job, int threads) {
    int helpers = threads - 1;
    job.open(helpers);
    Throwable failure;
    try {
      submit(job, helpers);
      job.runAsCaller();
    } finally {
      failure = job.closeAndAwait();
    }
    if (failure != null) {
      throw new InternalCompilerException("a helper thread failed in a run", failure);
    }
  }

  private void submit(Job job, int helpers) {
    for (int i = 0; i < helpers; i++) {
      @Nullable Runnable task = job.taskForExecutor(helpers);
      if (task == null) {
        return;
      }
      try {
        executor.execute(task);
      } catch (RejectedExecutionException _) {
        // The caller completes the run without this helper, and the executor is not asked again.
        job.taskRefused();
        return;
      }
    }
  }
}
