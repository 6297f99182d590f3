package dev.certosina.cli.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Runs tasks in a child process, one at a time, so that a task which hangs, crashes or takes the
/// process with it costs no more than its time limit.
///
/// The child is a JVM, with this one's class path unless its settings say otherwise. It is started
/// at the first call, serves many, and is replaced after it was killed or crashed. It ends with
/// this process whatever happens, because it watches its standard input. Thread-safe.
public final class TrialProcess implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

  /// What came of a call.
  public sealed interface Outcome {
    record Done(List<String> results) implements Outcome {
      public Done {
        results = List.copyOf(results);
      }
    }

    /// @param reason one line
    record Failed(String reason) implements Outcome {}
  }

  private final ChildSettings settings;
  private @Nullable Child child;

  public TrialProcess() {
    this(ChildSettings.DEFAULT);
  }

  public TrialProcess(ChildSettings settings) {
    this.settings = settings;
  }

  /// Runs a task with a time limit; starting a child does not count.
  ///
  /// Never throws for what happens in the child.
  public synchronized Outcome call(
      Class<? extends TrialTask> task, List<String> arguments, Duration limit) {
    try {
      Child running = child == null ? start() : child;
      Outcome outcome = running.call(task.getName(), arguments, limit);
      if (!running.isUsable()) {
        stop();
      }
      return outcome;
    } catch (IOException failure) {
      stop();
      return new Outcome.Failed("the child process cannot be started: " + failure.getMessage());
    } catch (InterruptedException _) {
      stop();
      Thread.currentThread().interrupt();
      return new Outcome.Failed("interrupted");
    }
  }

  /// Number of the child process; empty while there is none.
  public synchronized Optional<Long> pid() {
    return Optional.ofNullable(child).map(running -> running.process.pid());
  }

  /// Ends the child, if there is one.
  @Override
  public synchronized void close() {
    stop();
  }

  private Child start() throws IOException, InterruptedException {
    Child started = new Child(settings);
    child = started;
    if (started.receive(START_LIMIT).isEmpty()) {
      throw new IOException(started.ending());
    }
    return started;
  }

  private void stop() {
    if (child != null) {
      child.stop();
      child = null;
    }
  }

  /// One child process and what has come from it.
  private static final class Child {
    private final Process process;
    private final TrialChannel channel;
    private final LastWords errors = new LastWords();
    private final Thread errorReader;
    private final BlockingQueue<Optional<List<String>>> replies = new LinkedBlockingQueue<>();
    private boolean usable = true;

    Child(ChildSettings settings) throws IOException {
      process = settings.start(TrialMain.class);
      channel = new TrialChannel(process.getInputStream(), process.getOutputStream());
      errorReader = Thread.ofPlatform().daemon().start(() -> errors.readAll(process));
      Thread.ofPlatform().daemon().start(this::readAll);
    }

    boolean isUsable() {
      return usable;
    }

    Outcome call(String task, List<String> arguments, Duration limit) throws InterruptedException {
      try {
        channel.send(TrialChannel.request(task, arguments));
      } catch (IOException _) {
        usable = false;
        return new Outcome.Failed(ending());
      }
      Optional<List<String>> reply = receive(limit);
      if (reply.isPresent()) {
        List<String> results = reply.get().subList(1, reply.get().size());
        boolean isDone = reply.get().getFirst().equals(TrialChannel.DONE);
        return isDone ? new Outcome.Done(results) : new Outcome.Failed(results.getFirst());
      }
      usable = false;
      return new Outcome.Failed(
          process.isAlive() ? "took longer than " + seconds(limit) + " s" : ending());
    }

    /// The next message; empty when none came in time, or the process has ended.
    Optional<List<String>> receive(Duration limit) throws InterruptedException {
      Optional<List<String>> reply = replies.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
      if (reply == null) {
        return Optional.empty();
      }
      if (reply.isEmpty()) {
        process.waitFor();
      }
      return reply;
    }

    /// How the process ended, in one line.
    String ending() throws InterruptedException {
      process.destroyForcibly();
      int code = process.waitFor();
      errorReader.join(STOP_LIMIT);
      String words = errors.words();
      return "the child process ended with code " + code + (words.isEmpty() ? "" : ": " + words);
    }

    void stop() {
      try {
        channel.closeOutput();
        if (!usable || !process.waitFor(STOP_LIMIT)) {
          process.destroyForcibly().waitFor();
        }
      } catch (IOException _) {
        process.destroyForcibly();
      } catch (InterruptedException _) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }

    private void readAll() {
      try {
        Optional<List<String>> message = channel.receive();
        while (message.isPresent()) {
          replies.add(message);
          message = channel.receive();
        }
      } catch (IOException | UncheckedIOException _) {
        // The process has gone; that is what the empty message says.
      }
      replies.add(Optional.empty());
    }

    private static String seconds(Duration limit) {
      String text = Double.toString(limit.toMillis() / 1e3);
      return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
  }
}
