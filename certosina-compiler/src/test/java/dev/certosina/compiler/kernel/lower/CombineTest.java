package dev.certosina.compiler.kernel.lower;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CombineTest {

  @ParameterizedTest
  @CsvSource({
    "INT8, -128, 127",
    "UINT8, 0, 255",
    "INT16, -32768, 32767",
    "UINT16, 0, 65535",
    "INT32, -2147483648, 2147483647",
    "UINT32, 0, 4294967295",
    "INT64, -9223372036854775808, 9223372036854775807",
    "UINT64, 0, -1",
    "BOOL, 0, 1",
  })
  void startsExtremesFromTheEndsOfTheRange(ElementType type, long least, long most) {
    assertThat(identity(Combiner.MAX, type)).isEqualTo(least);
    assertThat(identity(Combiner.MIN, type)).isEqualTo(most);
  }

  private static long identity(Combiner combiner, ElementType type) {
    return ((Expr.IntConstant) Combine.identity(combiner, Type.scalar(type))).value();
  }
}
