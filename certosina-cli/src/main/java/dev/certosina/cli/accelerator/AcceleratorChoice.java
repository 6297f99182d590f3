package dev.certosina.cli.accelerator;

import dev.certosina.ModelException;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Targets;
import dev.certosina.runtime.exec.CpuFeatures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/// Finds the accelerators and the intrinsics that options name: built-in ones by name, others by
/// file, and `host` for those of this machine.
public final class AcceleratorChoice {
  private static final String HOST = "host";

  private AcceleratorChoice() {}

  /// True for a name that stands for a file.
  public static boolean isFile(String name) {
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.indexOf('/') >= 0;
  }

  /// The built-in accelerator or file of that name; the host's best one for the name `host`.
  ///
  /// @throws ModelException for unknown names and bad files
  public static Accelerator of(String name) {
    if (name.equals(HOST)) {
      return hostAccelerators().getFirst();
    }
    return isFile(name) ? Accelerators.read(Path.of(name)) : Accelerators.find(name);
  }

  /// Names and files, with all of the host's accelerators in place of `host`.
  public static List<String> expandHost(List<String> names) {
    return names.stream()
        .flatMap(name ->
            name.equals(HOST)
                ? hostAccelerators().stream().map(Accelerator::name)
                : Stream.of(name))
        .distinct()
        .toList();
  }

  /// A text that changes with the contents of the files among `names`, so that what was measured
  /// with one file counts for no other; empty where there are no files.
  public static String fileDigest(List<String> names) {
    StringBuilder contents = new StringBuilder();
    try {
      for (String name : names) {
        if (isFile(name)) {
          contents.append(Files.readString(Path.of(name))).append('\0');
        }
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return contents.isEmpty()
        ? ""
        : UUID.nameUUIDFromBytes(contents.toString().getBytes(StandardCharsets.UTF_8)).toString();
  }

  private static List<Accelerator> hostAccelerators() {
    return Accelerators.forTarget(Targets.host(CpuFeatures.flags()));
  }

  /// The intrinsic of that name.
  public static Intrinsic intrinsic(Accelerator accelerator, String name) {
    return accelerator
        .intrinsic(name)
        .orElseThrow(() ->
            new ModelException(
                "%s: found intrinsic '%s', needed one of %s"
                    .formatted(
                        accelerator.name(),
                        name,
                        accelerator.intrinsics().stream().map(Intrinsic::name).toList())));
  }
}
