package dev.certosina.cli.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NpyTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(
      names = {
        "FLOAT32", "FLOAT64", "FLOAT16", "INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16",
        "UINT32", "UINT64", "BOOL"
      })
  void readsWhatItWrote(ElementType type) throws IOException {
    for (long[] shape :
        List.of(new long[0], new long[] {0}, new long[] {7}, new long[] {3, 1, 5})) {
      Tensor tensor = new Fill(7, Map.of()).tensor("x", type, shape);
      Path file = folder.resolve("x.npy");
      Npy.write(file, tensor);
      Tensor read = Npy.read(file);
      assertThat(read.type()).isEqualTo(type);
      assertThat(read.shape()).isEqualTo(shape);
      assertThat(read.data().mismatch(tensor.data())).isEqualTo(-1);
      assertThat(Files.size(file) % 64).isEqualTo(tensor.data().byteSize() % 64);
    }
  }

  @Test
  void readsColumnMajorArrays() throws IOException {
    Path file = npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", 1, 2, 3, 4, 5, 6);
    assertThat(Npy.read(file).toLongArray()).containsExactly(1, 3, 5, 2, 4, 6);
  }

  @Test
  void refusesDamagedFilesInOneLine() throws IOException {
    String good = "{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }";
    byte[] whole = Files.readAllBytes(npy(good, 1, 2));
    for (int length : new int[] {0, 5, 8, 12, 40, whole.length - 1}) {
      assertRefused(Files.write(folder.resolve("cut.npy"), Arrays.copyOf(whole, length)), "");
    }
    assertRefused(npy(good.replace("|u1", ">f4"), 1, 2), "element type '>f4' is not supported");
    assertRefused(npy(good.replace("2,", "-2,"), 1, 2), "not an .npy file");
    assertRefused(npy(good.replace("2,", "9".repeat(30)), 1, 2), "not a list of extents");
    assertRefused(npy(good.replace("2,", "4294967296, 4294967296"), 1, 2), "64 bits");
  }

  private static void assertRefused(Path file, String message) {
    assertThatThrownBy(() -> Npy.read(file))
        .isInstanceOf(ModelException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  private Path npy(String header, int... data) throws IOException {
    var bytes = new ByteArrayOutputStream();
    bytes.write(0x93);
    bytes.writeBytes("NUMPY\1\0".getBytes(StandardCharsets.ISO_8859_1));
    bytes.write(header.length());
    bytes.write(0);
    bytes.writeBytes(header.getBytes(StandardCharsets.ISO_8859_1));
    for (int value : data) {
      bytes.write(value);
    }
    return Files.write(folder.resolve("made.npy"), bytes.toByteArray());
  }
}
