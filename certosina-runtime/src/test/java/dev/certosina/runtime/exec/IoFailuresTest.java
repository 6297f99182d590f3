package dev.certosina.runtime.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.DeviceException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IoFailuresTest {
  @TempDir Path folder;

  @Test
  void describesEveryFailure() {
    assertThat(IoFailures.describe(new NoSuchFileException("/x")))
        .isEqualTo("no such file or folder");
    assertThat(IoFailures.describe(new ClosedByInterruptException()))
        .isEqualTo("the thread was interrupted");
    assertThat(IoFailures.describe(new FileSystemException("/x", null, "full"))).isEqualTo("full");
    assertThat(IoFailures.describe(new IOException())).isEqualTo("IOException");
    assertThat(IoFailures.describe(new IOException("one\ntwo"))).isEqualTo("one");
  }

  @Test
  void saysThatTheThreadWasInterrupted() throws IOException {
    Path file = Files.write(folder.resolve("some.executable"), new byte[100]);
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> ExecutableReader.open(file).close())
          .isInstanceOf(DeviceException.class)
          .hasMessageEndingWith("the thread was interrupted");
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void leavesFoldersAndDevicesAlone() {
    assertThatThrownBy(() -> ReplacingFile.write(folder, _ -> {}))
        .isInstanceOf(FileSystemException.class)
        .hasMessageEndingWith("it exists and is not a regular file");
  }
}
