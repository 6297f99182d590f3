package dev.certosina.cli.trial;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Messages between two processes: lists of strings. On the wire a list is its size, and a string
/// its length in bytes, as four bytes each (big-endian), followed by the strings in UTF-8.
///
/// A request is the name of a [TrialTask]'s class, then its arguments. A reply is [#DONE], then the
/// results, or [#FAILED], then the reason.
final class TrialChannel {
  /// First string of a reply with results; also what a child says when it is ready.
  static final String DONE = "done";

  static final String FAILED = "failed";

  private static final int MOST_STRINGS = 1 << 20;

  private final DataInputStream input;
  private final DataOutputStream output;

  TrialChannel(InputStream input, OutputStream output) {
    this.input = new DataInputStream(new BufferedInputStream(input));
    this.output = new DataOutputStream(new BufferedOutputStream(output));
  }

  /// The message that asks for a task.
  static List<String> request(String task, List<String> arguments) {
    List<String> request = new ArrayList<>(List.of(task));
    request.addAll(arguments);
    return request;
  }

  void send(List<String> message) throws IOException {
    output.writeInt(message.size());
    for (String text : message) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      output.writeInt(bytes.length);
      output.write(bytes);
    }
    output.flush();
  }

  /// The next message; empty when the other side has gone, also in the middle of one.
  Optional<List<String>> receive() throws IOException {
    try {
      int count = input.readInt();
      if (count < 0 || count > MOST_STRINGS) {
        throw new IOException("found a message of " + count + " strings");
      }
      List<String> message = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        message.add(new String(input.readNBytes(input.readInt()), StandardCharsets.UTF_8));
      }
      return Optional.of(List.copyOf(message));
    } catch (EOFException _) {
      return Optional.empty();
    }
  }

  /// Tells the other side that nothing more will come.
  void closeOutput() throws IOException {
    output.close();
  }
}
