package dev.certosina.cli.command;

import dev.certosina.Options;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option `--cache`.
final class CacheOption {

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description = {
        "Folder of compiled models and of the logs of tune (default: certosina in the user's cache"
            + " folder)."
      })
  private @Nullable Path folder;

  /// Sets the folder in `options` if one was named.
  Options.Builder applyTo(Options.Builder options) {
    return folder == null ? options : options.cacheFolder(folder);
  }
}
