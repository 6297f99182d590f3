package dev.certosina.compiler.target;

import dev.certosina.ModelException;
import dev.certosina.compiler.target.yaml.AcceleratorReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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

  /// Lines of a name and, for one that code can be generated for, its target: so that a compilation
  /// reads no file that it cannot use.
  private static final class Index {
    static final Map<String, Optional<String>> TARGETS = read();

    private static Map<String, Optional<String>> read() {
      Map<String, Optional<String>> targets = new LinkedHashMap<>();
      resource("index")
          .lines()
          .map(line -> line.split(" ", -1))
          .forEach(line -> targets.put(line[0], Arrays.stream(line, 1, line.length).findFirst()));
      return targets;
    }
  }

  /// The names of all built-in accelerators, runnable ones first.
  public static List<String> names() {
    return List.copyOf(Index.TARGETS.keySet());
  }

  /// All built-in accelerators, in the order of [#names()].
  public static List<Accelerator> builtIn() {
    return names().stream().map(Accelerators::find).toList();
  }

  /// The built-in accelerator of that name.
  ///
  /// @throws ModelException when there is none
  public static Accelerator find(String name) {
    if (!Index.TARGETS.containsKey(name)) {
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
    if (!Files.isRegularFile(file)) {
      throw new ModelException(
          "%s: %s".formatted(file, Files.exists(file) ? "not a file" : "no such file"));
    }
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
    return names().stream()
        .filter(name -> targetOf(name).filter(own -> isWithin(own, target)).isPresent())
        .flatMap(name -> restrict(find(name), target).stream())
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
    if (accelerator.target().filter(own -> isWithin(own, target)).isEmpty()) {
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

  /// The target that the index states for a built-in accelerator.
  static Optional<String> targetOf(String name) {
    return Objects.requireNonNull(Index.TARGETS.get(name), name);
  }

  /// True if the base of an accelerator's own target is within `target`.
  private static boolean isWithin(String own, Target target) {
    return target.includes(Targets.base(Targets.parse(own, Set.of()).getFirst()));
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
