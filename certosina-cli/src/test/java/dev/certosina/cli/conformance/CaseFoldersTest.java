package dev.certosina.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class CaseFoldersTest {
  @TempDir Path folder;

  @Test
  void unpacksArchivesAndRemovesWhatItUnpacked() throws IOException {
    String longName = "x".repeat(120);
    Path archive =
        archive(
            file("suite/b/model.onnx", "second"),
            file("suite/a/model.onnx", "first"),
            file("suite/a/test_data_set_0/input_0.pb", "input"),
            pax("suite/" + longName + "/model.onnx"),
            file("ignored", "third"));
    List<Path> found;
    try (CaseFolders cases = CaseFolders.open(archive)) {
      found = cases.folders();
      assertThat(found)
          .extracting(path -> path.getFileName().toString())
          .containsExactly("a", "b", longName);
      assertThat(found.getFirst().resolve("test_data_set_0/input_0.pb")).hasContent("input");
    }
    assertThat(found).noneMatch(Files::exists);
  }

  @Test
  void leavesDirectoriesAlone() throws IOException {
    Files.createDirectories(folder.resolve("case"));
    Files.writeString(folder.resolve("case/model.onnx"), "");
    try (CaseFolders cases = CaseFolders.open(folder)) {
      assertThat(cases.folders()).containsExactly(folder.resolve("case"));
    }
    assertThat(folder.resolve("case/model.onnx")).exists();
  }

  @Test
  void refusesEntriesThatLeaveTheFolder() throws IOException {
    Path archive = archive(file("../outside", "x"));
    assertThatThrownBy(() -> CaseFolders.open(archive))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("leaves the archive's folder");
  }

  @Test
  void refusesWhatIsNoArchive() throws IOException {
    Path text = Files.writeString(folder.resolve("text.xz"), "not an archive");
    assertThatThrownBy(() -> CaseFolders.open(text))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("not an xz archive");
    Path whole = archive(file("suite/a/model.onnx", "x".repeat(5_000)));
    Path cut = folder.resolve("cut.tar.xz");
    byte[] bytes = Files.readAllBytes(whole);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> CaseFolders.open(cut)).isInstanceOf(ModelException.class);
    assertThatThrownBy(() -> CaseFolders.open(folder.resolve("absent")))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("no such directory or archive");
  }

  private Path archive(byte[]... entries) throws IOException {
    Path archive = folder.resolve("cases.tar.xz");
    try (var output = new XZOutputStream(Files.newOutputStream(archive), new LZMA2Options(1))) {
      for (byte[] entry : entries) {
        output.write(entry);
      }
      output.write(new byte[1024]);
    }
    return archive;
  }

  private static byte[] file(String name, String content) {
    return entry(name, '0', content);
  }

  /// An extended header that gives the next entry a path.
  private static byte[] pax(String path) {
    String record = " path=" + path + "\n";
    int length = record.length() + 3;
    return entry("./PaxHeaders/x", 'x', length + record);
  }

  private static byte[] entry(String name, char type, String content) {
    byte[] data = content.getBytes(StandardCharsets.UTF_8);
    var entry = new byte[512 + (data.length + 511) / 512 * 512];
    put(entry, 0, name);
    put(entry, 124, String.format(Locale.ROOT, "%011o", data.length));
    entry[156] = (byte) type;
    put(entry, 257, "ustar");
    System.arraycopy(data, 0, entry, 512, data.length);
    return entry;
  }

  private static void put(byte[] entry, int offset, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, entry, offset, bytes.length);
  }
}
