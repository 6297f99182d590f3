package dev.certosina.compiler.target;

import dev.certosina.ModelException;
import dev.certosina.compiler.target.yaml.AcceleratorReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The accelerators that come with Certosina, and those in files.
///
/// Built-in ones are files too, in the format of any other; each is read when it is first asked
/// for.
public final class Accelerators {
  private static final String FOLDER = "accelerators/";
  private static final long MOST_BYTES = 1 << 20;
  private static final Map<String, Accelerator> READ = new ConcurrentHashMap<>();

  private Accelerators() {}

  private static final class Index {
    static final List<String> NAMES =
        resource("index").lines().map(String::strip).filter(name -> !name.isEmpty()).toList();
  }

  /// The names of all built-in accelerators, runnable ones first.
  public static List<String> names() {
    return Index.NAMES;
  }

  /// All built-in accelerators, in the order of [#names()].
  public static List<Accelerator> builtIn() {
    return names().stream().map(Accelerators::find).toList();
  }

  /// The built-in accelerator of that name.
  ///
  /// @throws ModelException when there is none
  public static Accelerator find(String name) {
    if (!names().contains(name)) {
      throw new ModelException(
          "accelerator '%s' is not known; built in are %s; a file ends in .yaml"
              .formatted(name, String.join(", ", names())));
    }
    return READ.computeIfAbsent(
        name, _ -> AcceleratorReader.read(name + ".yaml", resource(name + ".yaml")));
  }

  /// The accelerator that a file describes.
  ///
  /// @throws ModelException for a file that cannot be read, and `FILE:LINE: found X, expected Y`
  ///   for one with a mistake
  public static Accelerator read(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new ModelException(
            "%s: found %d bytes, expected at most %d"
                .formatted(file, Files.size(file), MOST_BYTES));
      }
      return AcceleratorReader.read(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw new ModelException("%s: cannot be read as UTF-8 text: %s".formatted(file, e), e);
    }
  }

  /// The built-in accelerators with the intrinsics that code for `target` may use; those without
  /// any are left out.
  public static List<Accelerator> forTarget(Target target) {
    return builtIn().stream()
        .flatMap(accelerator -> restrict(accelerator, target).stream())
        .toList();
  }

  /// The intrinsic that a name in kernel text for `target` stands for. Several accelerators of a
  /// target may use one name for different widths: the first in the order of [#names()] counts,
  /// which lists the widest first.
  public static Optional<Intrinsic> intrinsic(Target target, String name) {
    return forTarget(target).stream()
        .flatMap(accelerator -> accelerator.intrinsic(name).stream())
        .findFirst();
  }

  /// An accelerator with those intrinsics that code for `target` may use, or empty when there are
  /// none: the base of its own target must be within `target`, and so must the features that an
  /// intrinsic asks for.
  public static Optional<Accelerator> restrict(Accelerator accelerator, Target target) {
    if (Targets.of(accelerator).map(Targets::base).filter(target::includes).isEmpty()) {
      return Optional.empty();
    }
    List<String> features = target.allFeatures();
    List<Intrinsic> usable =
        accelerator.intrinsics().stream()
            .filter(intrinsic ->
                intrinsic.emission().isPresent() && features.containsAll(intrinsic.features()))
            .toList();
    return usable.isEmpty() ? Optional.empty() : Optional.of(accelerator.withIntrinsics(usable));
  }

  private static String resource(String name) {
    try (InputStream stream = Accelerators.class.getResourceAsStream(FOLDER + name)) {
      return new String(
          Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
