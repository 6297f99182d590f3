package dev.certosina.compiler.texpr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.testkit.Seed;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class TensorProgramParserTest {

  @Test
  void readsBackWhateverThePrinterWrites() {
    RandomGenerator random = Seed.generator();
    for (int i = 0; i < 2000; i++) {
      TensorProgram program = new RandomProgram(random).program();
      String text = TensorProgramPrinter.print(program);
      assertThat(parse(text, program)).as(text).isEqualTo(program);
    }
  }

  @Test
  void refusesConstantDataWithAnotherDigest() {
    String text = "tensor w: f32[1]\nconstant w = 0123456789abcdef\n";
    Initializer data =
        new Initializer(
            "w",
            dev.certosina.ElementType.FLOAT32,
            java.util.List.of(1L),
            java.lang.foreign.MemorySegment.ofArray(new float[] {1}));
    assertThatThrownBy(() -> TensorProgramParser.parse(text, _ -> Optional.of(data)))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("needed 0123456789abcdef");
  }

  @Test
  void namesLineAndColumnOfAMistake() {
    String text = "tensor x: f32[3]\ncompute y (d0 < 3)\n  y[d0] = (x[d0] ? x[d0])\n";
    assertThatThrownBy(() -> TensorProgramParser.parse(text, _ -> Optional.empty()))
        .isInstanceOf(ModelException.class)
        .hasMessageStartingWith("line 3, column 18")
        .hasMessageContaining("needed an infix operator");
  }

  @Test
  void refusesEveryTruncationOrReadsIt() {
    String text = TensorProgramPrinter.print(new RandomProgram(Seed.generator()).program());
    for (int end = 0; end < text.length(); end++) {
      String cut = text.substring(0, end);
      try {
        TensorProgramParser.parse(cut, _ -> Optional.empty());
      } catch (ModelException e) {
        assertThat(e).hasMessageNotContaining("\n");
      }
    }
  }

  private static TensorProgram parse(String text, TensorProgram original) {
    Map<String, Initializer> data = new HashMap<>();
    original.constants().forEach(constant -> data.put(constant.tensor(), constant.value()));
    return TensorProgramParser.parse(text, name -> Optional.ofNullable(data.get(name)));
  }
}
