package dev.certosina.compiler.pipeline;

import dev.certosina.ElementType;
import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.compiler.mapping.check.Elements;
import dev.certosina.compiler.mapping.check.MappingCheck;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dims;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Compiles a mapped computation and compares what its machine code computes with what the
/// computation means.
///
/// @param file where executables are written
/// @param ahead whether constants are known when compiling
record NativeMapping(Path file, Target target, boolean checked, boolean ahead) {

  /// How the result differs, or empty if it agrees.
  Optional<String> failure(NestChoice choice, MappingCheck check) {
    Computation computation = choice.mapping().mapping().computation();
    Map<String, TensorValue> constants = new LinkedHashMap<>();
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    check
        .operands()
        .forEach((name, elements) -> {
          TensorExpr.Tensor tensor = computation.tensor(name);
          MemorySegment data = encode(elements);
          if (ahead && computation.constants().contains(name)) {
            constants.put(name, new TensorValue(tensor.type(), shape(tensor), data));
          } else {
            long[] extents = shape(tensor).stream().mapToLong(Long::longValue).toArray();
            inputs.put(name, Tensor.of(data, tensor.type(), extents));
          }
        });
    CompileOptions options = new CompileOptions(List.of(target), checked, CompiledProgram.LIBRARY);
    try {
      new CompileComputation(options).compile(choice, constants, file);
      Tensor found = run(inputs, computation.destination().name());
      return check.difference(decode(computation.destination().type(), found));
    } catch (RuntimeException problem) {
      return Optional.of(problem.toString());
    }
  }

  private Tensor run(Map<String, Tensor> inputs, String output) {
    Options options = Options.builder().threads(2).target(target.name()).build();
    try (Model model = Executable.load(file, options);
        Session session = model.newSession()) {
      return Objects.requireNonNull(session.run(inputs).get(output));
    }
  }

  static List<Long> shape(TensorExpr.Tensor tensor) {
    return tensor.shape().stream().map(dim -> Dims.constantValue(dim).orElseThrow()).toList();
  }

  static MemorySegment encode(Elements elements) {
    int width = elements.type().byteSize();
    ByteBuffer bytes = ByteBuffer.allocate(width * elements.count()).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : elements.values()) {
      long bits = bits(elements.type(), value);
      for (int i = 0; i < width; i++) {
        bytes.put((byte) (bits >>> (8 * i)));
      }
    }
    return MemorySegment.ofArray(bytes.array());
  }

  /// Floats are carried as the bits of an f64.
  private static long bits(ElementType type, long value) {
    if (!type.isFloat()) {
      return value;
    }
    float single = (float) Double.longBitsToDouble(value);
    return switch (type.byteSize()) {
      case 8 -> value;
      case 4 -> Float.floatToRawIntBits(single);
      default ->
          type == ElementType.BFLOAT16
              ? Integer.toUnsignedLong(Float.floatToRawIntBits(single)) >>> 16
              : Float.floatToFloat16(single);
    };
  }

  static Elements decode(ElementType type, Tensor tensor) {
    if (type == ElementType.INT32) {
      int[] found = tensor.toIntArray();
      long[] values = new long[found.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = found[i];
      }
      return new Elements(type, values);
    }
    float[] found = tensor.toFloatArray();
    long[] values = new long[found.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = Double.doubleToRawLongBits(found[i]);
    }
    return new Elements(type, values);
  }
}
