package dev.certosina.cli.trial;

import dev.certosina.DeviceException;
import dev.certosina.ModelException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// The child of a [TrialProcess]: does one task after the other, and ends as soon as its parent has
/// gone, even in the middle of a task.
public final class TrialMain {
  private static final int EXIT_INTERNAL = 70;

  private TrialMain() {}

  /// Serves requests from standard input until it is closed.
  public static void main(String[] arguments) throws InterruptedException, IOException {
    var channel = new TrialChannel(System.in, System.out);
    // Standard output belongs to the protocol alone.
    System.setOut(System.err);
    BlockingQueue<List<String>> requests = new LinkedBlockingQueue<>();
    Thread.ofPlatform().daemon().name("requests").start(() -> readAll(channel, requests));
    channel.send(List.of(TrialChannel.DONE));
    while (true) {
      channel.send(serve(requests.take()));
    }
  }

  private static void readAll(TrialChannel channel, BlockingQueue<List<String>> requests) {
    try {
      Optional<List<String>> request = channel.receive();
      while (request.isPresent()) {
        requests.add(request.get());
        request = channel.receive();
      }
      Runtime.getRuntime().halt(0);
    } catch (IOException | RuntimeException broken) {
      System.err.println("trial process: " + broken);
      Runtime.getRuntime().halt(EXIT_INTERNAL);
    }
  }

  /// The reply to a request. A task that throws has failed; the process goes on.
  private static List<String> serve(List<String> request) {
    List<String> reply = new ArrayList<>();
    try {
      List<String> arguments = request.subList(1, request.size());
      List<String> results = task(request.getFirst()).run(arguments);
      reply.add(TrialChannel.DONE);
      reply.addAll(results);
    } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError failure) {
      reply.clear();
      reply.add(TrialChannel.FAILED);
      reply.add(describe(failure));
    }
    return reply;
  }

  private static TrialTask task(String className) throws ReflectiveOperationException {
    return Class.forName(className)
        .asSubclass(TrialTask.class)
        .getDeclaredConstructor()
        .newInstance();
  }

  /// One line; what was thrown is named unless its message is meant for people.
  private static String describe(Throwable failure) {
    boolean speaks = failure instanceof ModelException || failure instanceof DeviceException;
    String text = speaks ? String.valueOf(failure.getMessage()) : failure.toString();
    return text.lines().findFirst().orElse("");
  }
}
