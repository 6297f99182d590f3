package dev.certosina.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.Tensor;
import dev.certosina.cli.tensor.Elements;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.ComputationBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampledReferenceTest {
  private static final float[] INPUT = {1, 2, 3, 4};
  private static final float[] WEIGHTS = {10, 1, 100};

  private final Computation computation =
      new ComputationBuilder(
              "convolution", IndexStatementParser.parse("O[p] += I[p+r-1 | 0] * W[r]"))
          .extent("p", 4)
          .extent("r", 3)
          .build();

  private final SampledReference reference =
      SampledReference.of(computation, Map.of("I", tensor(INPUT), "W", tensor(WEIGHTS)), 1);

  @Test
  void acceptsTheResult() {
    assertThat(reference.complaint(tensor(201, 312, 423, 34))).isEmpty();
  }

  @Test
  void namesAWrongElement() {
    assertThat(reference.complaint(tensor(201, 312, 423, 35)))
        .contains("wrong: element 3 is 35.0, needed 34.0");
    assertThat(reference.complaint(tensor(Float.NaN, 312, 423, 34))).isPresent();
  }

  private static Tensor tensor(float... values) {
    Tensor tensor = Tensor.allocate(ElementType.FLOAT32, values.length);
    for (int i = 0; i < values.length; i++) {
      Elements.putBits(ElementType.FLOAT32, tensor.data(), i, Float.floatToRawIntBits(values[i]));
    }
    return tensor;
  }
}
