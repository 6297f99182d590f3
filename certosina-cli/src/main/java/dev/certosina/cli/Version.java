package dev.certosina.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/// The version of the running program, from its jar's manifest.
public final class Version implements IVersionProvider {
  static final String TEXT =
      Objects.requireNonNullElse(
          Version.class.getPackage().getImplementationVersion(), "development build");

  /// The version without the program's name.
  public static String text() {
    return TEXT;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"certosina " + TEXT};
  }
}
