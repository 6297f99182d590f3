package dev.certosina.compiler.llvm;

import static dev.certosina.compiler.kernel.KernelBuilder.bufferArgument;
import static dev.certosina.compiler.kernel.KernelBuilder.scalarArgument;
import static dev.certosina.compiler.kernel.KernelExprs.*;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.compiler.kernel.KernelStep.Stage;
import dev.certosina.compiler.kernel.KernelStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Random kernels that never leave their buffers: loops, branches, variables, masked accesses,
/// scratch, and calls of an internal kernel.
final class RandomKernels {
  private static final List<ElementType> TYPES =
      List.of(
          ElementType.FLOAT32,
          ElementType.INT32,
          ElementType.INT64,
          ElementType.UINT8,
          ElementType.BOOL);
  private static final List<Integer> LANES = List.of(1, 4, 8, 16);

  /// Accesses start below 128, or below 64 in the callee, which gets its buffers from element 64.
  private static final int ELEMENTS = 256;

  private static final int CALLEE_START = 64;

  private final RandomGenerator random;
  private KernelBuilder b;
  private List<Expr.Variable> readable = new ArrayList<>();
  private List<Expr.Variable> assignable = new ArrayList<>();
  private int indexMask = 2 * CALLEE_START - 1;
  private boolean mayCall;

  private RandomKernels(RandomGenerator random) {
    this.random = random;
    this.b = new KernelBuilder("callee", Linkage.INTERNAL);
  }

  /// A module of entry kernel `main` and internal kernel `callee`.
  static KernelModule module(RandomGenerator random) {
    return new RandomKernels(random).module();
  }

  /// One task of `main` on random data.
  static KernelStep step(RandomGenerator random) {
    List<Argument> arguments = new ArrayList<>();
    arguments.add(new Argument.Word(ELEMENTS));
    arguments.add(new Argument.Word(random.nextLong()));
    for (ElementType type : TYPES) {
      for (int i = 0; i < 2; i++) {
        KernelStorage storage = OperandValues.storage(type, ELEMENTS, true, random);
        arguments.add(KernelStep.view(storage, type));
      }
    }
    KernelStorage scratch = KernelStorage.scratch(ELEMENTS * Float.BYTES);
    arguments.add(KernelStep.view(scratch, ElementType.FLOAT32));
    return new KernelStep(List.of(new Stage("main", arguments, 1)), 1, 1, 1, 1, 1);
  }

  private KernelModule module() {
    parameters();
    indexMask = CALLEE_START - 1;
    body(3);
    Kernel callee = b.build();

    b = new KernelBuilder("main", Linkage.ENTRY);
    readable = new ArrayList<>();
    assignable = new ArrayList<>();
    mayCall = true;
    indexMask = 2 * CALLEE_START - 1;
    Expr.Variable n = parameters();
    Type lanes = new Type(ElementType.INT32, 16);
    b.forLoop(
        "i",
        index(0),
        n,
        lanes.lanes(),
        i -> {
          Expr numbers = add(iota(lanes), convert(ElementType.INT32, i));
          b.store("scratch", i, convert(ElementType.FLOAT32, numbers));
        });
    readable.add(b.bind("where", inScratch("scratch")));
    readable.add(b.bind("where", inScratch("in_i32")));
    readable.add(b.bind("rows", coordinate(Coordinate.ROWS)));
    body(4);
    return new KernelModule(List.of(callee, b.build()));
  }

  private Expr.Variable parameters() {
    Expr.Variable n = b.scalar("n");
    readable.add(n);
    readable.add(b.scalar("seed"));
    for (ElementType type : TYPES) {
      b.buffer("in_" + type, type, Access.READ, "n");
      b.buffer("out_" + type, type, Access.READ_WRITE, "n");
    }
    b.buffer("scratch", ElementType.FLOAT32, Access.READ_WRITE, "n");
    return n;
  }

  /// Some statements; what they bind is forgotten afterwards.
  private void body(int depth) {
    List<Expr.Variable> outerReadable = readable;
    List<Expr.Variable> outerAssignable = assignable;
    readable = new ArrayList<>(outerReadable);
    assignable = new ArrayList<>(outerAssignable);
    int count = 2 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      statement(depth);
    }
    readable = outerReadable;
    assignable = outerAssignable;
  }

  private void statement(int depth) {
    int choice = random.nextInt(depth == 0 ? 6 : 10);
    Type type = type();
    switch (choice) {
      case 0 -> readable.add(b.bind("x", value(type, 3)));
      case 1 -> {
        Expr.Variable variable = b.declare("v", value(type, 2));
        readable.add(variable);
        assignable.add(variable);
      }
      case 2, 3 -> store(type);
      case 4 -> {
        if (!assignable.isEmpty()) {
          Expr.Variable variable = pick(assignable);
          b.assign(variable, value(variable.type(), 3));
        }
      }
      case 5 -> b.require(value(Type.scalar(ElementType.BOOL), 1), value(Type.INDEX, 1));
      case 6, 7 -> loop(depth);
      case 8 -> {
        Expr condition = value(Type.scalar(ElementType.BOOL), 2);
        b.ifThenElse(condition, () -> body(depth - 1), () -> body(depth - 1));
      }
      default -> call();
    }
  }

  private void loop(int depth) {
    Expr from = subtract(and(value(Type.INDEX, 1), index(3)), index(2));
    Expr to = and(value(Type.INDEX, 1), index(7));
    b.forLoop(
        "i",
        from,
        to,
        1 + random.nextInt(3),
        i -> {
          readable.add(i);
          body(depth - 1);
          readable.remove(i);
        });
  }

  private void store(Type type) {
    Expr value = value(type, 3);
    String buffer =
        type.element() == ElementType.FLOAT32 && random.nextBoolean()
            ? "scratch"
            : "out_" + type.element();
    if (random.nextBoolean()) {
      b.store(buffer, position(), value);
    } else {
      b.store(buffer, position(), value, value(new Type(ElementType.BOOL, type.lanes()), 1));
    }
  }

  private void call() {
    if (!mayCall) {
      return;
    }
    var arguments = new ArrayList<Kernel.CallArgument>();
    Expr start = b.bind("start", and(position(), index(CALLEE_START)));
    arguments.add(scalarArgument(subtract(new Expr.Variable("n", Type.INDEX), start)));
    arguments.add(scalarArgument(value(Type.INDEX, 2)));
    for (ElementType type : TYPES) {
      arguments.add(bufferArgument("in_" + type, start));
      arguments.add(bufferArgument("out_" + type, start));
    }
    arguments.add(bufferArgument("scratch", start));
    b.call("callee", arguments);
  }

  /// An index from which 16 elements can be touched.
  private Expr position() {
    return and(value(Type.INDEX, 2), index(indexMask));
  }

  private Expr value(Type type, int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return leaf(type);
    }
    return switch (random.nextInt(6)) {
      case 0 ->
          select(
              value(Type.scalar(ElementType.BOOL), depth - 1),
              value(type, depth - 1),
              value(type, depth - 1));
      case 1 ->
          select(
              value(new Type(ElementType.BOOL, type.lanes()), depth - 1),
              value(type, depth - 1),
              value(type, depth - 1));
      case 2 -> convert(type.element(), value(new Type(pick(TYPES), type.lanes()), depth - 1));
      default -> operation(type, depth);
    };
  }

  private Expr operation(Type type, int depth) {
    Expr left = value(type, depth - 1);
    Expr right = value(type, depth - 1);
    if (type.element() == ElementType.BOOL) {
      Type compared = new Type(pick(TYPES.subList(0, 4)), type.lanes());
      return switch (random.nextInt(4)) {
        case 0 -> and(left, right);
        case 1 -> xor(left, right);
        case 2 -> not(left);
        default -> less(value(compared, depth - 1), value(compared, depth - 1));
      };
    }
    return switch (random.nextInt(8)) {
      case 0 -> add(left, right);
      case 1 -> multiply(left, right);
      case 2 -> divide(left, right);
      case 3 -> max(left, right);
      case 4 -> min(left, right);
      case 5 ->
          type.lanes() == 1
              ? reduce(Kernel.BinaryOperator.ADD, value(type.withLanes(8), depth - 1))
              : subtract(left, right);
      case 6 -> type.element().isFloat() ? fma(left, right, left) : remainder(left, right);
      default -> type.lanes() == 1 ? extract(value(type.withLanes(4), depth - 1), 3) : abs(left);
    };
  }

  private Expr leaf(Type type) {
    List<Expr.Variable> fitting =
        readable.stream().filter(variable -> variable.type().equals(type)).toList();
    if (!fitting.isEmpty() && random.nextInt(3) > 0) {
      return pick(fitting);
    }
    if (random.nextBoolean()) {
      Expr start = index(random.nextInt(indexMask + 1));
      String prefix = random.nextBoolean() ? "in_" : "out_";
      return load(prefix + type.element(), type, start);
    }
    return type.element().isFloat()
        ? constant(type, random.nextInt(9) / 2.0 - 2)
        : constant(
            type, type.element() == ElementType.BOOL ? random.nextInt(2) : random.nextInt(9));
  }

  private Type type() {
    return new Type(pick(TYPES), pick(LANES));
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
