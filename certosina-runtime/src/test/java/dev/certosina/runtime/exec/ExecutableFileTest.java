package dev.certosina.runtime.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutableFileTest {
  private static final Program PROGRAM = RandomPrograms.next(new Random(1));
  private static final byte[] FIRST_WEIGHT = bytes(1000, 1);
  private static final byte[] SECOND_WEIGHT = bytes(0, 2);
  private static final byte[] THIRD_WEIGHT = bytes(77, 3);

  @TempDir Path folder;

  private static byte[] bytes(int count, long seed) {
    byte[] bytes = new byte[count];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static TargetCode target(String name, String... flags) {
    Map<String, Long> entryPoints = new HashMap<>();
    entryPoints.put(NativeAbi.DRIVER, 5L);
    entryPoints.put(RandomPrograms.KERNELS.get(0), 0L);
    entryPoints.put(RandomPrograms.KERNELS.get(1), 63L);
    return new TargetCode(name, List.of(flags), entryPoints, bytes(64, 4));
  }

  private static ExecutableWriter writer() {
    return new ExecutableWriter(PROGRAM)
        .info(ExecutableWriter.PRODUCER, "test 1")
        .info(ExecutableWriter.MODEL, "größe")
        .target(target("wide", "x86-64", "avx512f"))
        .target(target("narrow"))
        .weight(WeightPiece.of(MemorySegment.ofArray(FIRST_WEIGHT)))
        .weight(WeightPiece.of(MemorySegment.ofArray(SECOND_WEIGHT)))
        .weight(WeightPiece.of(MemorySegment.ofArray(THIRD_WEIGHT)));
  }

  private Path write() {
    Path file = folder.resolve("model.executable");
    writer().write(file);
    return file;
  }

  @Test
  void readsWhatItWrites() {
    try (ExecutableReader reader = ExecutableReader.open(write());
        Arena arena = Arena.ofConfined()) {
      assertThat(reader.program()).isEqualTo(PROGRAM);
      assertThat(reader.info().values()).containsExactly("test 1", "größe");
      assertThat(reader.targets()).extracting(TargetCode::name).containsExactly("wide", "narrow");
      TargetCode wide = reader.targets().getFirst();
      assertThat(wide.requiredCpuFlags()).containsExactly("x86-64", "avx512f");
      assertThat(wide.entryPoints()).isEqualTo(target("wide").entryPoints());
      assertThat(wide.blob()).isEqualTo(target("wide").blob());
      WeightTable table = reader.weights();
      assertThat(table.offsets()).containsExactly(0, 1024, 1024);
      assertThat(table.byteSizes()).containsExactly(1000, 0, 77);
      MemorySegment copy = arena.allocate(table.totalBytes(), ExecutableFormat.WEIGHT_ALIGNMENT);
      reader.readWeights(copy);
      assertThat(copy.asSlice(0, 1000).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(FIRST_WEIGHT);
      assertThat(copy.asSlice(1024, 77).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(THIRD_WEIGHT);
      assertThat(reader.mapWeights(arena).mismatch(copy)).isEqualTo(-1);
      assertThat(reader.mapWeights(arena).address() % 4096).isZero();
    }
  }

  @Test
  void writesTheSameBytesEachTime() throws IOException {
    byte[] first = Files.readAllBytes(write());
    assertThat(Files.readAllBytes(write())).isEqualTo(first);
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void holdsAProgramWithoutWeights() {
    Program program =
        new Program(
            List.of(),
            List.of(),
            List.of(),
            List.of(new Program.Variant(List.of(), List.of(), List.of(), List.of())));
    Path file = folder.resolve("empty.executable");
    new ExecutableWriter(program).target(target("any")).write(file);
    try (ExecutableReader reader = ExecutableReader.open(file)) {
      assertThat(reader.program()).isEqualTo(program);
      assertThat(reader.weights().totalBytes()).isZero();
    }
  }

  @Test
  void refusesEveryAlteredByte() throws IOException {
    Path file = write();
    byte[] bytes = Files.readAllBytes(file);
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      for (int position = 0; position < bytes.length; position++) {
        access.seek(position);
        access.write(bytes[position] ^ (1 << (position % Byte.SIZE)));
        assertRefused(file);
        access.seek(position);
        access.write(bytes[position]);
      }
    }
    readWhole(file);
  }

  @Test
  void refusesTruncatedFiles() throws IOException {
    Path file = write();
    byte[] bytes = Files.readAllBytes(file);
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      for (int length = bytes.length - 1; length >= 0; length -= 7) {
        access.setLength(length);
        assertRefused(file);
      }
    }
  }

  @Test
  void refusesBytesAfterTheEnd() throws IOException {
    Path file = write();
    Files.write(file, new byte[1], StandardOpenOption.APPEND);
    assertRefused(file);
  }

  @Test
  void namesTheVersionItNeeds() throws IOException {
    Path file = write();
    byte[] bytes = Files.readAllBytes(file);
    bytes[ExecutableFormat.HEADER_VERSION]++;
    Files.write(file, bytes);
    assertThatThrownBy(() -> ExecutableReader.open(file))
        .isInstanceOf(ModelException.class)
        .hasMessageEndingWith(
            "it has format version %d, needed %d",
            ExecutableFormat.VERSION + 1, ExecutableFormat.VERSION);
  }

  @Test
  void refusesAMissingFile() {
    assertThatThrownBy(() -> ExecutableReader.open(folder.resolve("none")))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("does not exist");
  }

  @Test
  void refusesToWriteAProgramWhoseKernelIsMissing() {
    TargetCode lacking = new TargetCode("lacking", List.of(), Map.of(), new byte[1]);
    assertThatThrownBy(() -> writer().target(lacking).write(folder.resolve("x")))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("no entry point " + NativeAbi.DRIVER);
    assertThat(folder).isEmptyDirectory();
  }

  private static void assertRefused(Path file) {
    assertThatThrownBy(() -> readWhole(file))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("executable '")
        .hasMessageNotContaining("\n");
  }

  private static void readWhole(Path file) {
    try (ExecutableReader reader = ExecutableReader.open(file);
        Arena arena = Arena.ofConfined()) {
      reader.readWeights(arena.allocate(Math.max(1, reader.weights().totalBytes())));
    }
  }
}
