package dev.certosina;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.ExecutableWriter;
import dev.certosina.runtime.exec.NativeAbi;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.exec.TargetCode;
import dev.certosina.runtime.exec.WeightPiece;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Loading and everything before the first native call; the machine code here is never run.
class ExecutableTest {
  private static final int WEIGHT_BYTES = 6 << 20;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() {
    file = folder.resolve("model.executable");
    Program program =
        new Program(
            List.of(Program.Symbol.extent("x.0", 0, 0)),
            List.of(new Program.TensorSpec("x", ElementType.FLOAT32, List.of(Dims.symbol("x.0")))),
            List.of(
                new Program.TensorSpec(
                    "y",
                    ElementType.FLOAT32,
                    List.of(Dims.multiply(Dims.symbol("x.0"), Dims.symbol("x.0"))))),
            List.of(new Program.Variant(List.of(), List.of(), List.of(), List.of())));
    new ExecutableWriter(program)
        .info(ExecutableWriter.PRODUCER, "test")
        .target(new TargetCode("any", List.of(), Map.of(NativeAbi.DRIVER, 0L), new byte[64]))
        .weight(WeightPiece.of(MemorySegment.ofArray(new byte[WEIGHT_BYTES])))
        .write(file);
  }

  @Test
  void describesTheModel() {
    try (Model model = Certosina.load(file)) {
      assertThat(model.target()).isEqualTo("any");
      assertThat(model.info()).containsEntry("producer", "test");
      assertThat(model.inputs()).extracting(Program.TensorSpec::name).containsExactly("x");
      assertThat(model.outputs()).extracting(Program.TensorSpec::name).containsExactly("y");
      assertThat(model.statistics().nativeBytes()).isBetween(6L << 20, 7L << 20);
      assertThat(model.statistics().compilations()).isZero();
    }
  }

  @Test
  void refusesRequestsBeforeAnyNativeCall() {
    try (Model model = Executable.load(file);
        Session session = model.newSession()) {
      assertThatThrownBy(() -> session.run(Map.of()))
          .isInstanceOf(ModelException.class)
          .hasMessageContaining("'x' is missing");
      Tensor x = Tensor.of(new float[2]);
      assertThatThrownBy(() -> session.run(Map.of("x", x), Map.of("y", Tensor.of(new float[3]))))
          .isInstanceOf(ModelException.class)
          .hasMessage("output 'y' is f32[3], needed [4]");
      assertThat(session.statistics().runs()).isEqualTo(2);
    }
  }

  @Test
  void refusesToRunWhatIsClosed() {
    Model model = Executable.load(file);
    Session session = model.newSession();
    model.close();
    assertThatThrownBy(model::newSession).isInstanceOf(ModelException.class);
    session.close();
    session.close();
    assertThatThrownBy(() -> session.run(Map.of()))
        .isInstanceOf(ModelException.class)
        .hasMessage("the session is closed");
  }

  @Test
  void mapsWeightsThatTheMemoryLimitDoesNotHold() {
    Options limited = Options.builder().memoryLimitBytes(1 << 20).build();
    try (Model model = Executable.load(file, limited)) {
      assertThat(model.statistics().nativeBytes()).isLessThan(1 << 20);
    }
    assertThatThrownBy(() -> Executable.load(file, Options.builder().memoryLimitBytes(1).build()))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("memory limit: machine code needs");
  }

  @Test
  void refusesFilesThatAreNoModels() throws IOException {
    assertThatThrownBy(() -> Certosina.load(folder.resolve("none")))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("does not exist");
    Path text = Files.writeString(folder.resolve("text"), "not a model");
    assertThatThrownBy(() -> Executable.load(text)).isInstanceOf(ModelException.class);
    assertThatThrownBy(() -> Certosina.load(text))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("no compiler is on the class path");
  }
}
