package dev.certosina.runtime.plan;

import dev.certosina.InternalCompilerException;
import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.exec.WeightTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/// Binds a program to the dims of a call: chooses the variant, checks what the model demands, and
/// hands the rest to [VariantBinder].
public final class Binder {
  private final Program program;
  private final List<VariantTemplate> variants = new ArrayList<>();
  private final Composer composer;
  private final Weights weights;
  private final int threads;

  /// Where the weights lie in memory.
  ///
  /// @param address of the weights section
  public record Weights(WeightTable table, long address) {
    long addressOf(int weight) {
      return address + table.offsets()[weight];
    }
  }

  /// @param kernelAddress where each entry point lies in memory
  /// @param threads that a run may use, at least 1
  public Binder(
      Program program, ToLongFunction<String> kernelAddress, Weights weights, int threads) {
    this(program, kernelAddress, weights, threads, new BalancedComposer());
  }

  Binder(
      Program program,
      ToLongFunction<String> kernelAddress,
      Weights weights,
      int threads,
      Composer composer) {
    this.program = program;
    this.weights = weights;
    this.threads = threads;
    this.composer = composer;
    for (Program.Variant variant : program.variants()) {
      variants.add(new VariantTemplate(variant, kernelAddress));
    }
  }

  /// The plan for the given symbol values, in the order of [Program#symbols].
  ///
  /// @throws ModelException when the model is not valid at these dims, or a size overflows
  public Plan bind(Extents symbolValues) {
    ToLongFunction<String> symbols = lookup(symbolValues);
    VariantTemplate template = choose(symbols);
    template.variant.checks().forEach(check -> verify(check, symbols));
    try {
      List<PlacedTensor> inputs = place(program.inputs(), symbols);
      List<PlacedTensor> outputs = place(program.outputs(), symbols);
      VariantBinder binder =
          new VariantBinder(template, template.dims.evaluate(symbols), weights, inputs, outputs);
      return binder.bind(composer, threads);
    } catch (ArithmeticException _) {
      throw new ModelException("a size needs more than 64 bits at dims " + describe(symbolValues));
    }
  }

  /// The bound shape and size of an input or output.
  record PlacedTensor(String name, Extents shape, long byteSize) {}

  private static List<PlacedTensor> place(
      List<Program.TensorSpec> specs, ToLongFunction<String> symbols) {
    List<PlacedTensor> placed = new ArrayList<>(specs.size());
    for (Program.TensorSpec spec : specs) {
      long[] shape = new long[spec.shape().size()];
      long byteSize = spec.type().byteSize();
      for (int axis = 0; axis < shape.length; axis++) {
        shape[axis] = Dims.evaluate(spec.shape().get(axis), symbols);
        if (shape[axis] < 0) {
          throw new ModelException(
              "'%s': axis %d would be %d at these dims, needed 0 or more"
                  .formatted(spec.name(), axis, shape[axis]));
        }
        byteSize = Math.multiplyExact(byteSize, shape[axis]);
      }
      placed.add(new PlacedTensor(spec.name(), new Extents(shape), byteSize));
    }
    return placed;
  }

  private ToLongFunction<String> lookup(Extents symbolValues) {
    Map<String, Long> values = new HashMap<>();
    for (int i = 0; i < program.symbols().size(); i++) {
      values.put(program.symbols().get(i).name(), symbolValues.values()[i]);
    }
    return name -> {
      Long value = values.get(name);
      if (value == null) {
        throw new InternalCompilerException("symbol " + name + " has no value");
      }
      return value;
    };
  }

  private VariantTemplate choose(ToLongFunction<String> symbols) {
    for (VariantTemplate template : variants) {
      if (template.variant.guards().stream().allMatch(guard -> holds(guard, symbols))) {
        return template;
      }
    }
    throw new InternalCompilerException("no variant of the program fits");
  }

  private static boolean holds(Program.Guard guard, ToLongFunction<String> symbols) {
    return Dims.evaluate(guard.left(), symbols) == Dims.evaluate(guard.right(), symbols);
  }

  private static void verify(Program.Check check, ToLongFunction<String> symbols) {
    long left = Dims.evaluate(check.left(), symbols);
    long right = Dims.evaluate(check.right(), symbols);
    boolean holds =
        switch (check.relation()) {
          case EQUAL -> left == right;
          case AT_MOST -> left <= right;
        };
    if (!holds) {
      throw new ModelException(
          "%s: %s is %d, needed %s %d"
              .formatted(
                  check.message(),
                  print(check.left()),
                  left,
                  check.relation() == Program.Relation.EQUAL ? "exactly" : "at most",
                  right));
    }
  }

  private static String print(Dim dim) {
    return Dims.print(dim);
  }

  private String describe(Extents symbolValues) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < program.symbols().size(); i++) {
      text.append(i == 0 ? "" : " ")
          .append(program.symbols().get(i).name())
          .append('=')
          .append(symbolValues.values()[i]);
    }
    return text.toString();
  }
}
