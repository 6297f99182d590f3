package dev.certosina.testkit;

import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.and;
import static dev.certosina.compiler.kernel.KernelExprs.convert;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.CallArgument;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Parameter;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.compiler.kernel.KernelStorage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Random well-typed kernels whose runs have no faults, for comparing two executions.
public final class RandomKernels {
  private static final int DEPTH = 3;
  private static final List<ElementType> ELEMENTS =
      List.of(
          ElementType.FLOAT32,
          ElementType.FLOAT32,
          ElementType.FLOAT64,
          ElementType.FLOAT16,
          ElementType.BFLOAT16,
          ElementType.INT8,
          ElementType.UINT8,
          ElementType.INT16,
          ElementType.UINT16,
          ElementType.INT32,
          ElementType.UINT32,
          ElementType.INT64,
          ElementType.UINT64,
          ElementType.BOOL);

  private final RandomGenerator random;
  private final Optional<Kernel> callee;
  private final KernelBuilder builder;
  private final List<Parameter.Buffer> buffers = new ArrayList<>();
  private final List<Expr.Variable> names = new ArrayList<>();
  private final List<Expr.Variable> assignable = new ArrayList<>();
  private final RandomExprs exprs;

  private RandomKernels(
      RandomGenerator random, String name, Linkage linkage, Optional<Kernel> callee) {
    this.random = random;
    this.callee = callee;
    this.builder = new KernelBuilder(name, linkage);
    this.exprs = new RandomExprs(random, linkage == Linkage.ENTRY, buffers, names);
  }

  /// An entry kernel, half the time with an internal one that it calls, and its arguments.
  public static RandomKernel generate(RandomGenerator random) {
    Optional<Kernel> callee = Optional.empty();
    if (random.nextBoolean()) {
      var internal = new RandomKernels(random, "helper", Linkage.INTERNAL, Optional.empty());
      callee = Optional.of(internal.kernel(ELEMENTS.subList(0, 2)));
    }
    var entry = new RandomKernels(random, "subject", Linkage.ENTRY, callee);
    List<ElementType> elements = new ArrayList<>(ELEMENTS.subList(0, 2));
    int more = 1 + random.nextInt(3);
    for (int i = 0; i < more; i++) {
      elements.add(entry.exprs.pick(ELEMENTS));
    }
    Kernel kernel = entry.kernel(elements);
    List<Kernel> kernels = new ArrayList<>(callee.stream().toList());
    kernels.add(kernel);
    var stage = new KernelStep.Stage(kernel.name(), entry.arguments(kernel), random.nextInt(9));
    int rows = 1 + random.nextInt(9);
    return new RandomKernel(
        new KernelModule(kernels), new KernelStep(List.of(stage), 1, rows, rows, 8, 8));
  }

  private Kernel kernel(List<ElementType> elements) {
    for (int i = 0; i < elements.size(); i++) {
      names.add(builder.scalar("n" + i));
      Access access = exprs.pick(List.of(Access.READ, Access.READ_WRITE, Access.READ_WRITE));
      buffers.add(new Parameter.Buffer("b" + i, elements.get(i), access, "n" + i));
      builder.buffer("b" + i, elements.get(i), access, "n" + i);
    }
    names.add(builder.scalar("word"));
    body(4 + random.nextInt(6), 2);
    writable().forEach(this::store);
    return builder.build();
  }

  private List<Parameter.Buffer> writable() {
    return buffers.stream().filter(buffer -> buffer.access() != Access.READ).toList();
  }

  /// Names bound inside are out of scope afterwards.
  private void body(int statements, int depth) {
    int known = names.size();
    int changeable = assignable.size();
    for (int i = 0; i < statements; i++) {
      statement(depth);
    }
    if (depth < 2) {
      names.subList(known, names.size()).clear();
      assignable.subList(changeable, assignable.size()).clear();
    }
  }

  private void statement(int depth) {
    switch (random.nextInt(depth > 0 ? 11 : 7)) {
      case 0, 1 -> names.add(builder.bind("v", exprs.expr(exprs.type(), DEPTH)));
      case 2 -> declare();
      case 3, 4 -> assign();
      case 5, 6 -> writable().stream().findAny().ifPresent(this::store);
      case 7 -> loop(depth - 1);
      case 8 -> branch(depth - 1);
      case 9 -> callee.ifPresent(this::call);
      default -> effects();
    }
  }

  private void declare() {
    Expr.Variable variable = builder.declare("d", exprs.expr(exprs.type(), DEPTH));
    names.add(variable);
    assignable.add(variable);
  }

  private void assign() {
    if (!assignable.isEmpty()) {
      Expr.Variable variable = exprs.pick(assignable);
      builder.assign(variable, exprs.expr(variable.type(), DEPTH));
    }
  }

  private void store(Parameter.Buffer buffer) {
    int lanes = exprs.type().lanes();
    Expr value = value(new Type(buffer.type(), lanes));
    Expr extent = exprs.extentOf(buffer);
    if (exprs.chance(2)) {
      builder.store(buffer.name(), exprs.inside(extent, lanes, 1), value);
    } else {
      RandomExprs.MaskedIndex masked = exprs.maskedIndex(extent, lanes, 1);
      builder.store(buffer.name(), masked.index(), value, masked.mask());
    }
  }

  private Expr value(Type type) {
    boolean half = type.element().isFloat() && type.element().byteSize() == 2;
    Type computed = half ? new Type(ElementType.FLOAT32, type.lanes()) : type;
    return convert(type.element(), exprs.expr(computed, DEPTH));
  }

  private void loop(int depth) {
    Expr from = exprs.small(1);
    Expr to = add(exprs.small(1), exprs.small(1));
    builder.forLoop(
        "i",
        from,
        to,
        1 + random.nextInt(2),
        i -> {
          int known = names.size();
          names.add(i);
          body(1 + random.nextInt(3), depth);
          names.subList(known, names.size()).clear();
        });
  }

  private void branch(int depth) {
    Expr condition = exprs.expr(Type.scalar(ElementType.BOOL), 2);
    Runnable whenTrue = () -> body(1 + random.nextInt(3), depth);
    if (random.nextBoolean()) {
      builder.ifThen(condition, whenTrue);
    } else {
      builder.ifThenElse(condition, whenTrue, () -> body(1 + random.nextInt(2), depth));
    }
  }

  /// Passes each buffer once, from a random place on; nothing when one is lacking.
  private void call(Kernel kernel) {
    List<Parameter.Buffer> free = new ArrayList<>(buffers);
    List<CallArgument> arguments = new ArrayList<>();
    for (Parameter parameter : kernel.parameters()) {
      if (parameter instanceof Parameter.Buffer needed) {
        Optional<Parameter.Buffer> passed =
            free.stream()
                .filter(buffer -> buffer.type() == needed.type())
                .filter(buffer ->
                    buffer.access() == Access.READ_WRITE || buffer.access() == needed.access())
                .findFirst();
        if (passed.isEmpty()) {
          return;
        }
        free.remove(passed.get());
        Expr offset = builder.bind("offset", and(exprs.expr(Type.INDEX, 1), index(3)));
        arguments.set(
            arguments.size() - 1,
            KernelBuilder.scalarArgument(subtract(exprs.extentOf(passed.get()), offset)));
        arguments.add(KernelBuilder.bufferArgument(passed.get().name(), offset));
      } else {
        arguments.add(KernelBuilder.scalarArgument(exprs.expr(Type.INDEX, 1)));
      }
    }
    builder.call(kernel.name(), arguments);
  }

  private void effects() {
    builder.prefetch(exprs.pick(buffers).name(), exprs.expr(Type.INDEX, 1));
    if (exprs.chance(6)) {
      builder.require(exprs.expr(Type.scalar(ElementType.BOOL), 1), exprs.expr(Type.INDEX, 1));
    }
  }

  /// Extents are at least 24, so that after an offset of 3 the widest vector of 16 still fits.
  private List<Argument> arguments(Kernel kernel) {
    List<Argument> arguments = new ArrayList<>();
    for (Parameter parameter : kernel.parameters()) {
      switch (parameter) {
        case Parameter.Scalar _ -> arguments.add(new Argument.Word(24 + random.nextInt(20)));
        case Parameter.Buffer buffer -> {
          var extent = (Argument.Word) arguments.getLast();
          arguments.add(memory(buffer.type(), (int) extent.value()));
        }
      }
    }
    return arguments;
  }

  private Argument memory(ElementType type, int extent) {
    ByteBuffer bytes = ByteBuffer.allocate(extent * type.byteSize()).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      switch (type) {
        case BOOL -> bytes.put((byte) random.nextInt(2));
        case FLOAT32 -> bytes.putFloat(number());
        case FLOAT64 -> bytes.putDouble(number());
        default -> bytes.put((byte) random.nextInt());
      }
    }
    return KernelStep.view(KernelStorage.of(bytes.array()), type);
  }

  private float number() {
    return exprs.chance(8)
        ? Float.intBitsToFloat(random.nextInt())
        : (float) random.nextGaussian() * 5;
  }
}
