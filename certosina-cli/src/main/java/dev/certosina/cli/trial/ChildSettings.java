package dev.certosina.cli.trial;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How a child JVM is started.
///
/// @param flags for the JVM
/// @param classPath as the option `-cp` takes it
/// @param environment what is added to the environment of this process, or replaced in it
public record ChildSettings(List<String> flags, String classPath, Map<String, String> environment) {
  private static final List<String> ALWAYS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:-CreateCoredumpOnCrash",
          "-XX:+ErrorFileToStderr",
          "--enable-native-access=ALL-UNNAMED");

  /// Only C1 compiles Java code: the work is native, and a compiler thread that wakes up in the
  /// middle of a measurement would be measured too.
  public static final ChildSettings DEFAULT =
      new ChildSettings(List.of("-XX:TieredStopAtLevel=1"), ownClassPath(), Map.of());

  public ChildSettings {
    flags = List.copyOf(flags);
    environment = Map.copyOf(environment);
  }

  /// The class path of this process.
  public static String ownClassPath() {
    return System.getProperty("java.class.path");
  }

  Process start(Class<?> main) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ALWAYS);
    command.addAll(flags);
    command.add(main.getName());
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    // Not as an argument: ONNX Runtime 1.29.0 crashes where the command line has 4096 bytes or
    // more.
    builder.environment().put("CLASSPATH", classPath);
    return builder.start();
  }
}
