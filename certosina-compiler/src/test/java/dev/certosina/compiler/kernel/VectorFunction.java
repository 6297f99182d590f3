package dev.certosina.compiler.kernel;

import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.load;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// A function of one or two operands, built as a kernel and run by the interpreter on many lanes at
/// a time.
final class VectorFunction {
  interface Body {
    Expr build(KernelBuilder builder, List<Expr> operands);
  }

  private final ElementType element;
  private final int operands;
  private final Body body;

  VectorFunction(ElementType element, int operands, Body body) {
    this.element = element;
    this.operands = operands;
    this.body = body;
  }

  /// The function at every point; all arrays have one length.
  float[] apply(float[]... points) {
    List<KernelStorage> inputs = new ArrayList<>();
    for (float[] values : points) {
      inputs.add(KernelStorage.ofFloats(values));
    }
    return run(inputs, points[0].length).floats();
  }

  double[] apply(double[]... points) {
    List<KernelStorage> inputs = new ArrayList<>();
    for (double[] values : points) {
      ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
      bytes.asDoubleBuffer().put(values);
      inputs.add(KernelStorage.of(bytes.array()));
    }
    double[] result = new double[points[0].length];
    ByteBuffer.wrap(run(inputs, result.length).bytes())
        .order(ByteOrder.LITTLE_ENDIAN)
        .asDoubleBuffer()
        .get(result);
    return result;
  }

  int[] apply(int[]... points) {
    List<KernelStorage> inputs = new ArrayList<>();
    for (int[] values : points) {
      ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
      bytes.asIntBuffer().put(values);
      inputs.add(KernelStorage.of(bytes.array()));
    }
    int[] result = new int[points[0].length];
    ByteBuffer.wrap(run(inputs, result.length).bytes())
        .order(ByteOrder.LITTLE_ENDIAN)
        .asIntBuffer()
        .get(result);
    return result;
  }

  private KernelStorage run(List<KernelStorage> inputs, int lanes) {
    KernelStorage output = KernelStorage.uninitialised(inputs.getFirst().byteCount());
    List<KernelStep.Argument> arguments = new ArrayList<>();
    arguments.add(new KernelStep.Argument.Word(lanes));
    inputs.forEach(input -> arguments.add(KernelStep.view(input, element)));
    arguments.add(KernelStep.view(output, element));
    Kernel kernel = kernel(lanes);
    KernelVerifier.requireValid(new KernelModule(List.of(kernel)));
    new KernelInterpreter(new KernelModule(List.of(kernel)))
        .run(kernel.name(), arguments, KernelStep.ONLY);
    return output;
  }

  /// One load per operand and one store, all of `lanes` lanes.
  Kernel kernel(int lanes) {
    var builder = new KernelBuilder("function", Linkage.ENTRY);
    Type type = new Type(element, lanes);
    builder.scalar("n");
    List<Expr> values = new ArrayList<>();
    for (int i = 0; i < operands; i++) {
      builder.buffer("x" + i, element, Access.READ, "n");
    }
    builder.buffer("y", element, Access.WRITE, "n");
    for (int i = 0; i < operands; i++) {
      values.add(load("x" + i, type, index(0)));
    }
    builder.store("y", index(0), body.build(builder, values));
    return builder.build();
  }
}
