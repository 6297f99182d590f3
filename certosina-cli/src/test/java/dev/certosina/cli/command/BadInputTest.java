package dev.certosina.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.certosina.ElementType;
import dev.certosina.Tensor;
import dev.certosina.cli.Cli;
import dev.certosina.cli.TestCache;
import dev.certosina.cli.tensor.Npy;
import dev.certosina.runtime.exec.CpuFeatures;
import dev.certosina.testkit.OnnxBuilder;
import dev.certosina.testkit.WireWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whatever is wrong with a file or a request, the answer is one line and exit code 1.
@Timeout(120)
class BadInputTest {
  @TempDir Path folder;

  @Test
  void refusesFilesThatAreNoModels() throws IOException {
    Path absent = folder.resolve("absent.onnx");
    for (String command : List.of("run", "bench", "inspect", "opt")) {
      Cli.run(command, absent.toString()).isRefused("absent.onnx");
    }
    Cli.run("compile", absent.toString(), "-o", folder + "/x").isRefused("no such file");
    refused(new byte[0], "empty");
    refused("this is a text file\n".getBytes(StandardCharsets.UTF_8), "");
    refused(new byte[4096], "");
    Cli.run("run", folder.toString()).isRefused("not a file");
    Cli.run("conformance", absent.toString()).isRefused("no such directory or archive");
  }

  @Test
  void refusesToRunCodeForOtherMachines() throws IOException {
    assumeFalse(CpuFeatures.flags().contains("asimd"), "this machine runs the code");
    String model = Models.write(folder, Models.layer()).toString();
    String executable = folder.resolve("arm").toString();
    Cli.run("compile", model, "-o", executable, "--target", "aarch64+dotprod", TestCache.OPTION)
        .succeeds();
    Cli.run("run", executable, "--dim", "rows=2")
        .isRefused("aarch64+dotprod needs aarch64 fp asimd asimddp");
  }

  @Test
  void refusesTruncatedAndAlteredModels() throws IOException {
    byte[] model = Models.layer().bytes();
    long seed = 99;
    var random = new Random(seed);
    for (int length = 1; length < model.length; length += 7) {
      Cli result = run(Arrays.copyOf(model, length));
      assertThat(result.code()).as("length " + length + " " + result.errors()).isIn(0, 1);
      assertThat(result.errors().lines().count()).isLessThanOrEqualTo(1);
    }
    for (int round = 0; round < 40; round++) {
      byte[] altered = model.clone();
      altered[random.nextInt(altered.length)] ^= (byte) (1 << random.nextInt(8));
      Cli result = run(altered);
      assertThat(result.code()).as("seed=" + seed + " " + result.errors()).isIn(0, 1);
    }
  }

  @Test
  void refusesGraphsThatAreNot() throws IOException {
    refused(
        new OnnxBuilder(17)
            .input("x", ElementType.FLOAT32, "n")
            .node("Add", List.of("x", "b"), List.of("a"))
            .node("Tanh", List.of("a"), List.of("b"))
            .output("b")
            .bytes(),
        "cycle");
    refused(
        new OnnxBuilder(17)
            .input("x", ElementType.FLOAT32, "n")
            .node("Add", List.of("x", "nowhere"), List.of("y"))
            .output("y")
            .bytes(),
        "'nowhere'");
    refused(
        Models.layer()
            .node("some.domain", "Odd", List.of("y"), List.of("z"), _ -> {})
            .node("Strange", List.of("z"), List.of("end"))
            .output("end")
            .bytes(),
        "unsupported operators (2 nodes): 'Odd_3': some.domain::Odd opset 0,"
            + " 'Strange_4': ai.onnx::Strange opset 17");
  }

  @Test
  void refusesExternalDataOutsideTheFolder() throws IOException {
    Files.write(folder.resolve("outside.bin"), new byte[8]);
    Path inner = Files.createDirectories(folder.resolve("inner"));
    WireWriter location = new WireWriter().string(1, "location").string(2, "../outside.bin");
    WireWriter tensor =
        new WireWriter()
            .varint(1, 2)
            .varint(2, 1)
            .string(8, "w")
            .message(13, location)
            .varint(14, 1);
    byte[] model =
        new OnnxBuilder(17)
            .input("x", ElementType.FLOAT32, 2)
            .initializer(tensor)
            .node("Add", List.of("x", "w"), List.of("y"))
            .output("y")
            .bytes();
    Path file = Files.write(inner.resolve("model.onnx"), model);
    Cli.run("run", file.toString(), TestCache.OPTION).isRefused("outside the model's folder");
  }

  @Test
  void refusesInputsThatDoNotFit() throws IOException {
    String model = Models.write(folder, Models.layer()).toString();
    refusedInput(model, Tensor.of(new double[3], 1, 3), "f64[1, 3]");
    refusedInput(model, Tensor.of(new float[3], 3), "f32[3]");
    refusedInput(model, Tensor.of(new float[4], 1, 4), "axis 1 is 4, needed 3");
    Path text = Files.writeString(folder.resolve("x.npy"), "no tensor");
    run(model, "--input", "x=" + text).isRefused("not an .npy file");
    run(model, "--input", "x=" + folder + "/absent.npy").isRefused("no such file");
    run(model, "--input", "x=" + text + ".txt").isRefused("needed a file that ends in");
    Path good = folder.resolve("good.npy");
    Npy.write(good, Tensor.of(new float[3], 1, 3));
    run(model, "--input", "z=" + good).isRefused("input 'z': the model has no such input");
    run(model, "--dim", "x.1=3").isRefused("no such dynamic dim");
    run(model, "--dim", "x.0=4611686018427387904").isRefused("64 bits");
    run(model, "--dim", "x.0=1099511627776").isRefused("not enough memory");
    run(model, "--device", "cuda:0").isRefused("device 'cuda:0' is not supported");
    run(model, "--target", "z80").isRefused("target 'z80'");
    run(model, "--threads", "0").isRefused("threads: found 0");
    run(model, "--compare", "nobody").isRefused("peer 'nobody' is not on the class path");
  }

  @Test
  void refusesPlacesThatCannotBeWritten() throws IOException {
    Path model = Models.write(folder, Models.layer());
    byte[] content = Files.readAllBytes(model);
    compile(model, model).isRefused("is the model itself");
    assertThat(model).hasBinaryContent(content);
    compile(model, folder).isRefused("it exists and is not a regular file");
    compile(model, folder.resolve("absent/x")).isRefused("no such file or folder");
    run(model.toString(), "--output", model.toString()).isRefused("exists and is not a folder");
  }

  private static Cli compile(Path model, Path executable) {
    return Cli.run("compile", model.toString(), "-o", executable.toString(), TestCache.OPTION);
  }

  @Test
  void worksWithoutAFolderForTheCache() throws IOException {
    Path model = Models.write(folder, Models.layer());
    Path file = Files.writeString(folder.resolve("cache"), "no folder");
    Cli.run("run", model.toString(), "--cache", file.toString()).succeeds();
  }

  @Test
  void keepsControlCharactersOffTheTerminal() throws IOException {
    byte[] model =
        new OnnxBuilder(17)
            .input("x", ElementType.FLOAT32, "n")
            .node("Add\u001b[2J", List.of("x", "nowhere"), List.of("y"))
            .output("y")
            .bytes();
    Cli result = run(model);
    result.isRefused("nowhere");
    assertThat(result.errors().strip()).doesNotContainPattern("\\p{Cntrl}");
  }

  @Test
  void refusesTensorsLargerThanAnArray() throws IOException {
    String model = Models.write(folder, Models.layer()).toString();
    Path file = folder.resolve("large.npy");
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(3L << 30);
    }
    run(model, "--input", "x=" + file).isRefused("has 3221225472 bytes, needed at most");
  }

  @Test
  void refusesIndicesOutsideTheirTable() throws IOException {
    String model = Models.write(folder, Models.lookup()).toString();
    Path ids = folder.resolve("ids.npy");
    Npy.write(ids, Tensor.of(new long[] {0, 3}, 2));
    run(model, "--input", "ids=" + ids, "--dim", "some_mask.0=2").isRefused("3");
  }

  @Test
  void refusesDamagedExecutables() throws IOException {
    Path model = Models.write(folder, Models.layer());
    Path executable = folder.resolve("model.executable");
    Cli.run("compile", model.toString(), "-o", executable.toString(), TestCache.OPTION).succeeds();
    byte[] whole = Files.readAllBytes(executable);
    Path damaged = folder.resolve("damaged.executable");
    for (int length : new int[] {8, 63, 64, 200, whole.length / 2, whole.length - 1}) {
      Files.write(damaged, Arrays.copyOf(whole, length));
      Cli.run("run", damaged.toString()).isRefused("");
    }
    for (int position = 8; position < whole.length; position += whole.length / 40) {
      byte[] altered = whole.clone();
      altered[position] ^= 0x10;
      Files.write(damaged, altered);
      Cli result = Cli.run("run", damaged.toString());
      assertThat(result.code()).as("byte " + position + " " + result.errors()).isIn(0, 1);
    }
    Cli.run("run", executable.toString(), "--compare", "onnxruntime").isRefused("needs the ONNX");
    Cli.run("compile", executable.toString(), "-o", folder + "/x").isRefused("executable already");
  }

  private void refused(byte[] model, String message) throws IOException {
    run(model).isRefused(message);
  }

  private void refusedInput(String model, Tensor tensor, String message) throws IOException {
    Path file = folder.resolve("input.npy");
    Npy.write(file, tensor);
    run(model, "--input", "x=" + file).isRefused(message);
  }

  private Cli run(byte[] model) throws IOException {
    return run(Files.write(folder.resolve("bad.onnx"), model).toString());
  }

  private static Cli run(String model, String... options) {
    var arguments = new ArrayList<>(List.of("run", model, TestCache.OPTION));
    arguments.addAll(List.of(options));
    return Cli.run(arguments.toArray(String[]::new));
  }
}
