package dev.certosina.cli.conformance;

import dev.certosina.ModelException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.tukaani.xz.XZIOException;
import org.tukaani.xz.XZInputStream;

/// The folders of test cases in a directory or an archive (`.tar.xz`, `.tar`); an archive is
/// unpacked into a temporary folder that [#close] removes.
final class CaseFolders implements AutoCloseable {
  private static final String MODEL = "model.onnx";

  private final Path root;
  private final Optional<TemporaryFolder> temporary;

  private CaseFolders(Path root, Optional<TemporaryFolder> temporary) {
    this.root = root;
    this.temporary = temporary;
  }

  static CaseFolders open(Path source) throws IOException {
    if (Files.isDirectory(source)) {
      return new CaseFolders(source, Optional.empty());
    }
    if (!Files.isRegularFile(source)) {
      throw new ModelException(source + ": no such directory or archive");
    }
    TemporaryFolder unpacked = TemporaryFolder.create("certosina-cases");
    var folders = new CaseFolders(unpacked.path(), Optional.of(unpacked));
    try {
      folders.unpack(source);
      return folders;
    } catch (IOException | RuntimeException e) {
      folders.close();
      throw e;
    }
  }

  /// Every folder with a model, sorted by name; a folder's name is its case's name.
  List<Path> folders() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.endsWith(MODEL))
          .map(Path::getParent)
          .sorted(Comparator.comparing(folder -> folder.getFileName().toString()))
          .toList();
    }
  }

  private void unpack(Path archive) throws IOException {
    String name = archive.getFileName().toString();
    try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
        InputStream input = name.endsWith(".xz") ? new XZInputStream(file) : file) {
      var tar = new TarReader(input, archive.toString());
      Optional<TarReader.Entry> entry = tar.next();
      while (entry.isPresent()) {
        write(entry.get(), archive);
        entry = tar.next();
      }
    } catch (XZIOException | EOFException e) {
      throw new ModelException(archive + ": not an xz archive, or a damaged one", e);
    }
  }

  private void write(TarReader.Entry entry, Path archive) throws IOException {
    Path target = root.resolve(entry.name()).normalize();
    if (!target.startsWith(root)) {
      throw new ModelException(
          "%s: entry '%s' leaves the archive's folder".formatted(archive, entry.name()));
    }
    Files.createDirectories(target.getParent());
    Files.write(target, entry.content().array());
  }

  @Override
  public void close() throws IOException {
    if (temporary.isPresent()) {
      temporary.get().close();
    }
  }
}
