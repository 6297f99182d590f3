package dev.certosina.compiler.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.testkit.RandomKernel;
import dev.certosina.testkit.RandomKernels;
import dev.certosina.testkit.Seed;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class KernelTextTest {
  private static final String EVERYTHING =
      """
      internal kernel fill(n: scalar, y: write f32[n]) {
        store y[0] = NaN:f32
      }

      entry kernel all(n: scalar, x: read f32[n], y: read_write f32[n], z: read_write i8[n]) {
        let a = load(x[(@row + 1)], f32x8)
        let b = load(x[0], f32x8, (iota(i64x8) < broadcast(n, 8)))
        declare c = fma(a, b, -0.5:f32x8)
        for i = 0 to n step 8 {
          assign c = select((a >= b), max(a, c), sqrt(abs(negate(a))))
          if ((i % 16) == 0) {
            store y[i] = c where (a != a)
          } else {
            prefetch x[(i + 8)]
          }
        }
        let d = reduce(add, shuffle(a, b, [0, 3, 9, 15]))
        store y[1] = (d + extract(c, 7))
        store z[0] = convert(i8, bitcast(u32, broadcast(-Infinity:f32, 4)))
        require not((1:u8 == 2:u8)) else in_scratch(y)
        call fill((n - 2), &y[2])
      }
      """;

  @Test
  void printsWhatItParsed() {
    KernelModule module = KernelParser.parseModule(EVERYTHING);
    assertThat(KernelPrinter.print(module)).isEqualTo(EVERYTHING);
    assertThat(KernelVerifier.verify(module)).isEmpty();
  }

  @Test
  void parsesWhatItPrinted() {
    RandomGenerator random = Seed.generator();
    for (int i = 0; i < 300; i++) {
      RandomKernel kernel = RandomKernels.generate(random);
      String text = KernelPrinter.print(kernel.module());
      assertThat(KernelVerifier.verify(kernel.module())).as(text).isEmpty();
      assertThat(KernelParser.parseModule(text)).isEqualTo(kernel.module());
    }
  }

  @Test
  void skipsComments() {
    Kernel kernel = KernelParser.parse("entry kernel k() { # nothing\n}\n# end");
    assertThat(kernel.body()).isEmpty();
  }

  @Test
  void namesTheLineOfAnError() {
    assertThatThrownBy(() -> KernelParser.parse("entry kernel k() {\n  let a = b\n}"))
        .isInstanceOf(ModelException.class)
        .hasMessage("kernel text line 2: found 'b', needed a bound name, a literal or a function");
    assertThatThrownBy(() -> KernelParser.parse("entry kernel k(n: scalar) {\n\n let a = ?\n}"))
        .isInstanceOf(ModelException.class)
        .hasMessage("kernel text line 3: found '?'");
  }

  @Test
  void refusesTruncatedText() {
    for (int end = 1; end < EVERYTHING.length() - 2; end += 7) {
      String text = EVERYTHING.substring(0, end);
      if (!text.endsWith("}\n") && !text.endsWith("}\n\n")) {
        assertThatThrownBy(() -> KernelParser.parseModule(text)).isInstanceOf(ModelException.class);
      }
    }
  }
}
