package dev.certosina.cli;

import dev.certosina.cli.conformance.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;

/// A folder of compiled models for all tests of one JVM; what another build of the compiler left in
/// the user's folder must not decide a test.
public final class TestCache {
  /// The option that names the folder.
  public static final String OPTION = "--cache=" + create();

  private TestCache() {}

  private static String create() {
    try {
      TemporaryFolder folder = TemporaryFolder.create("certosina-test-cache");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
      return folder.path().toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(TemporaryFolder folder) {
    try {
      folder.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
