package dev.certosina.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/// Conformance data, models and shape lists, which are no part of the repository.
public final class SharedData {

  private SharedData() {}

  /// The file or folder at `path` below the folder that `-Dcertosina.shared` names. Skips the test,
  /// saying what is missing, where there is none.
  public static Path require(String path) {
    Path found =
        Path.of(System.getProperty("certosina.shared", "shared")).resolve(path).normalize();
    assumeTrue(
        Files.exists(found), () -> "no " + path + " in the shared folder (certosina.shared)");
    return found;
  }
}
