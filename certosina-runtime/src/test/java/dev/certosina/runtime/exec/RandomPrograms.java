package dev.certosina.runtime.exec;

import dev.certosina.ElementType;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/// Valid programs at random: every kind of dim, argument and buffer, in any number.
public final class RandomPrograms {
  /// The kernels that random programs call.
  public static final List<String> KERNELS = List.of("first_kernel", "second_kernel");

  /// The number of weights that random programs may refer to.
  public static final int WEIGHTS = 3;

  private static final List<String> SYMBOLS = List.of("ids.0", "ids.1", "mask.1");

  private static final Dim.Element ELEMENT = new Dim.Element("target", 2);

  private final Random random;

  private RandomPrograms(Random random) {
    this.random = random;
  }

  public static Program next(Random random) {
    return new RandomPrograms(random).program();
  }

  private Program program() {
    Dim first = Dims.symbol("ids.0");
    List<Program.TensorSpec> inputs =
        List.of(
            new Program.TensorSpec("ids", ElementType.INT64, List.of(first, Dims.symbol("ids.1"))),
            new Program.TensorSpec("mask", ElementType.BOOL, List.of(first, Dims.symbol("mask.1"))),
            new Program.TensorSpec("größe", ElementType.FLOAT32, List.of(Dims.constant(7))),
            new Program.TensorSpec("target", ElementType.INT64, List.of(Dims.constant(4))));
    List<Program.Symbol> symbols =
        List.of(
            Program.Symbol.extent("ids.0", 0, 0),
            Program.Symbol.extent("ids.1", 0, 1),
            Program.Symbol.extent("mask.1", 1, 1),
            Program.Symbol.element(ELEMENT, 3));
    List<Program.TensorSpec> outputs =
        list(1, () -> new Program.TensorSpec("out", ElementType.FLOAT32, list(0, this::dim)));
    List<Program.Variant> variants = new ArrayList<>();
    for (int left = random.nextInt(3); left > 0; left--) {
      variants.add(variant(list(0, () -> new Program.Guard(dim(), dim())), outputs.size()));
    }
    variants.add(variant(List.of(), outputs.size()));
    return new Program(symbols, inputs, outputs, variants);
  }

  private Program.Variant variant(List<Program.Guard> guards, int outputs) {
    int groupCount = 1 + random.nextInt(3);
    List<Program.Buffer> buffers = new ArrayList<>();
    buffers.add(new Program.Buffer("in", Program.BufferKind.INPUT, random.nextInt(3), dim()));
    buffers.add(
        new Program.Buffer("out", Program.BufferKind.OUTPUT, random.nextInt(outputs), dim()));
    buffers.add(new Program.Buffer("w", Program.BufferKind.WEIGHT, random.nextInt(WEIGHTS), dim()));
    buffers.add(new Program.Buffer("arena", Program.BufferKind.ARENA, -1, dim()));
    int shared = buffers.size();
    for (int g = 0; g < groupCount; g++) {
      buffers.add(new Program.Buffer("local" + g, Program.BufferKind.LOCAL, g, dim()));
    }
    List<Program.Group> groups = new ArrayList<>();
    for (int g = 0; g < groupCount; g++) {
      int local = shared + g;
      groups.add(
          new Program.Group(
              "group" + g,
              dim(),
              dim(),
              1 + random.nextInt(8),
              random.nextBoolean(),
              list(1, () -> stage(shared, local))));
    }
    List<Program.Check> checks =
        list(0, () -> new Program.Check(dim(), Program.Relation.AT_MOST, dim(), "check"));
    return new Program.Variant(guards, checks, buffers, groups);
  }

  private Program.Stage stage(int shared, int local) {
    return new Program.Stage(
        KERNELS.get(random.nextInt(KERNELS.size())),
        list(0, () -> argument(shared, local)),
        dim(),
        1 + random.nextInt(64),
        dim(),
        dim(),
        dim());
  }

  private Program.Argument argument(int shared, int local) {
    return switch (random.nextInt(4)) {
      case 0 -> new Program.Argument.Address(random.nextInt(shared), dim());
      case 1 -> new Program.Argument.Address(local, dim());
      case 2 -> new Program.Argument.Scalar(dim());
      default -> new Program.Argument.Local(dim(), dim(), dim());
    };
  }

  private Dim dim() {
    return dim(3);
  }

  private Dim dim(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return random.nextBoolean()
          ? Dims.constant(random.nextInt(2000) - 1000)
          : Dims.symbol(SYMBOLS.get(random.nextInt(SYMBOLS.size())));
    }
    Dim left = dim(depth - 1);
    return switch (random.nextInt(11)) {
      case 0 -> Dims.add(left, dim(depth - 1));
      case 1 -> Dims.multiply(left, dim(depth - 1));
      case 2 -> Dims.floorDiv(left, Dims.constant(1 + random.nextInt(9)));
      case 3 -> Dims.mod(left, Dims.constant(1 + random.nextInt(9)));
      case 4 -> Dims.ceilDiv(left, Dims.constant(1 + random.nextInt(9)));
      case 5 -> Dims.min(left, dim(depth - 1));
      case 6 -> Dims.max(left, dim(depth - 1));
      case 7 -> Dims.choice(left, dim(depth - 1), dim(depth - 1), dim(depth - 1));
      case 8 -> ELEMENT;
      case 9 -> Dims.joined(Dims.symbol("ids.1"), Dims.symbol("mask.1"));
      default -> Dims.spread(Dims.symbol("ids.1"), Dims.symbol("mask.1"));
    };
  }

  private <T> List<T> list(int least, Supplier<T> element) {
    List<T> elements = new ArrayList<>();
    for (int left = least + random.nextInt(4); left > 0; left--) {
      elements.add(element.get());
    }
    return elements;
  }
}
