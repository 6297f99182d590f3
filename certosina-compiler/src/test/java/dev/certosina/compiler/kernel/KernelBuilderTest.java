package dev.certosina.compiler.kernel;

import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.constant;
import static dev.certosina.compiler.kernel.KernelExprs.convert;
import static dev.certosina.compiler.kernel.KernelExprs.divide;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.load;
import static dev.certosina.compiler.kernel.KernelExprs.multiply;
import static dev.certosina.compiler.kernel.KernelExprs.reduce;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;
import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import org.junit.jupiter.api.Test;

class KernelBuilderTest {
  private static final Type F32X8 = new Type(ElementType.FLOAT32, 8);

  @Test
  void writesStatementsInOrder() {
    var b = new KernelBuilder("halve", Linkage.INTERNAL);
    Expr n = b.scalar("n");
    b.buffer("x", ElementType.FLOAT32, Access.READ_WRITE, "n");
    Expr.Variable sum = b.declare("sum", constant(F32X8, 0.0));
    b.forLoop(
        "i",
        index(0),
        n,
        8,
        i -> {
          Expr v = b.let("v", load("x", F32X8, i));
          b.assign(sum, add(sum, v));
          b.ifThen(KernelExprs.equal(i, n), () -> b.prefetch("x", i));
          b.store("x", i, multiply(v, constant(Type.scalar(ElementType.FLOAT32), 0.5)));
        });
    b.store("x", index(0), reduce(BinaryOperator.ADD, sum));
    assertThat(KernelPrinter.print(b.build()))
        .isEqualTo(
            """
            internal kernel halve(n: scalar, x: read_write f32[n]) {
              declare sum = 0.0:f32x8
              for i = 0 to n step 8 {
                let v = load(x[i], f32x8)
                assign sum = (sum + v)
                if (i == n) {
                  prefetch x[i]
                }
                store x[i] = (v * 0.5:f32x8)
              }
              store x[0] = reduce(add, sum)
            }
            """);
  }

  @Test
  void makesNamesUnique() {
    var b = new KernelBuilder("k", Linkage.ENTRY);
    b.scalar("a");
    assertThat(b.bind("a", index(1)).name()).isEqualTo("a_1");
    assertThat(b.bind("a", index(1)).name()).isEqualTo("a_2");
    assertThat(b.let("a", index(1))).isEqualTo(index(1));
  }

  @Test
  void simplifiesIndices() {
    Expr n = new Expr.Variable("n", Type.INDEX);
    assertThat(add(n, index(0))).isSameAs(n);
    assertThat(add(index(0), n)).isSameAs(n);
    assertThat(subtract(n, index(0))).isSameAs(n);
    assertThat(multiply(n, index(1))).isSameAs(n);
    assertThat(multiply(n, index(0))).isEqualTo(index(0));
    assertThat(divide(n, index(1))).isSameAs(n);
    assertThat(add(index(2), multiply(index(3), index(4)))).isEqualTo(index(14));
    assertThat(divide(index(2), index(0))).isEqualTo(index(0));
  }

  @Test
  void convertsHalvesThroughSingle() {
    Expr half = new Expr.Variable("h", Type.scalar(ElementType.FLOAT16));
    assertThat(KernelPrinter.print(convert(ElementType.INT8, half)))
        .isEqualTo("convert(i8, convert(f32, h))");
    assertThat(KernelPrinter.print(convert(ElementType.FLOAT32, half)))
        .isEqualTo("convert(f32, h)");
  }

  @Test
  void mapsChildrenToTheSameInstanceWhenNothingChanges() {
    Expr expr = add(load("x", F32X8, index(1)), constant(F32X8, 1.0));
    assertThat(Kernels.mapChildren(expr, child -> child)).isSameAs(expr);
    Expr zero = constant(F32X8, 0.0);
    assertThat(Kernels.mapChildren(expr, _ -> zero)).isEqualTo(add(zero, zero));
  }
}
