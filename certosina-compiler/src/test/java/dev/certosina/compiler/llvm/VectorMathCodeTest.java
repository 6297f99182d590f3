package dev.certosina.compiler.llvm;

import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.load;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.compiler.kernel.VectorMath;
import dev.certosina.compiler.target.Target;
import dev.certosina.testkit.Seed;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The machine code of the vector functions against the interpreter, bit for bit.
class VectorMathCodeTest {
  private static final int POINTS = 4096;
  private static final double[] SPECIAL = {
    0.0,
    -0.0,
    1,
    -1,
    1e-310,
    -1e-40,
    1e300,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    88.5,
    -103
  };

  private interface Function {
    Expr build(KernelBuilder builder, Expr x, Expr y);
  }

  private static final List<Function> FUNCTIONS =
      List.of(
          (b, x, _) -> VectorMath.exp(b, x),
          (b, x, _) -> VectorMath.log(b, x),
          (b, x, _) -> VectorMath.tanh(b, x),
          (b, x, _) -> VectorMath.erf(b, x),
          (b, x, _) -> VectorMath.sigmoid(b, x),
          VectorMath::power);

  static Stream<Arguments> cases() {
    return TestTargets.ALL.stream()
        .flatMap(target ->
            Stream.of(1, 8, 16)
                .flatMap(lanes ->
                    Stream.of(ElementType.FLOAT32, ElementType.FLOAT64)
                        .map(element -> Arguments.of(target, new Type(element, lanes)))));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void agreesWithInterpreter(Target target, Type type) {
    TestTargets.requireHost(target);
    RandomGenerator random = Seed.generator();
    for (int i = 0; i < FUNCTIONS.size(); i++) {
      KernelModule module = module(FUNCTIONS.get(i), type);
      MachineCode code = TestTargets.COMPILER.compile(module, target, false);
      List<Argument> arguments =
          List.of(
              new Argument.Word(POINTS),
              KernelStep.view(points(random, type.element()), type.element()),
              KernelStep.view(points(random, type.element()), type.element()),
              KernelStep.view(
                  KernelStorage.uninitialised(POINTS * type.element().byteSize()), type.element()));
      var stage = new KernelStep.Stage("function", arguments, 1);
      KernelStep step = new KernelStep(List.of(stage), 1, 1, 1, 1, 1);
      Differential.check(module, code, new Differential.Case("function " + i, step), 1);
    }
  }

  private static KernelModule module(Function function, Type type) {
    var b = new KernelBuilder("function", Linkage.ENTRY);
    Expr n = b.scalar("n");
    b.buffer("x", type.element(), Access.READ, "n");
    b.buffer("y", type.element(), Access.READ, "n");
    b.buffer("z", type.element(), Access.WRITE, "n");
    b.forLoop(
        "i",
        index(0),
        n,
        type.lanes(),
        i -> b.store("z", i, function.build(b, load("x", type, i), load("y", type, i))));
    return new KernelModule(List.of(b.build()));
  }

  /// Special values, all bit patterns, and points of moderate size.
  private static KernelStorage points(RandomGenerator random, ElementType element) {
    ByteBuffer bytes =
        ByteBuffer.allocate(POINTS * element.byteSize()).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      double value =
          random.nextInt(4) == 0
              ? SPECIAL[random.nextInt(SPECIAL.length)]
              : random.nextGaussian() * 20;
      boolean anything = random.nextInt(4) == 0;
      if (element == ElementType.FLOAT32) {
        bytes.putFloat(anything ? Float.intBitsToFloat(random.nextInt()) : (float) value);
      } else {
        bytes.putDouble(anything ? Double.longBitsToDouble(random.nextLong()) : value);
      }
    }
    return KernelStorage.of(bytes.array());
  }
}
