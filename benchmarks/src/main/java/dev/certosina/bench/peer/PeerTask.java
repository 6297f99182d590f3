package dev.certosina.bench.peer;

import dev.certosina.ModelException;
import dev.certosina.cli.trial.TrialTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Serves one peer in a child process. Its first argument is a [Verb], the rest what that says.
///
/// What is ready stays so from one request to the next, as long as the child lives.
public final class PeerTask implements TrialTask {
  private static @Nullable PeerServer server;

  @Override
  public List<String> run(List<String> arguments) throws IOException {
    Verb verb = Verb.valueOf(arguments.getFirst());
    List<String> rest = arguments.subList(1, arguments.size());
    if (verb == Verb.LOAD) {
      server = new PeerServer(OperatorPeers.find(rest.get(0)), Integer.parseInt(rest.get(1)));
    }
    if (server == null) {
      throw new ModelException("the peer was not loaded");
    }
    return serve(server, verb, rest);
  }

  private static List<String> serve(PeerServer server, Verb verb, List<String> rest)
      throws IOException {
    if (verb == Verb.LOAD) {
      return server.describe();
    }
    if (verb == Verb.OPEN) {
      return server.open(rest.get(0), Long.parseLong(rest.get(1)));
    }
    int number = Integer.parseInt(rest.getFirst());
    return switch (verb) {
      case LOAD, OPEN -> throw new IllegalStateException("served above");
      case PREPARE -> server.prepare(number, Integer.parseInt(rest.get(1)));
      case OUTPUT -> {
        server.writeOutput(number, Path.of(rest.get(1)));
        yield List.of();
      }
      case WARM_UP -> List.of(Long.toString(server.warmUp(number, Long.parseLong(rest.get(1)))));
      case TIME -> List.of(Double.toString(server.time(number)));
      case CLOSE -> {
        server.close(number);
        yield List.of();
      }
    };
  }
}
