package dev.certosina.runtime.exec;

import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/// Checks that everything a [Program] names exists, so that binding it needs no further checks of
/// structure. What depends on the dims of a call is checked when they are bound.
public final class ProgramVerifier {
  private static final long ABSENT = -1;

  /// Of a buffer whose place is planned and whose index means nothing.
  private static final int NO_BOUND = -1;

  private final Program program;
  private final int weightCount;

  /// By instance: a decoded program has one for equal dims, and comparing them costs more.
  private final Set<Dim> verifiedDims = Collections.newSetFromMap(new IdentityHashMap<>());

  private final Set<String> symbols = new HashSet<>();

  private ProgramVerifier(Program program, int weightCount) {
    this.program = program;
    this.weightCount = weightCount;
  }

  /// Refuses a program that refers to something that does not exist.
  ///
  /// @param weightCount number of weights in the executable
  /// @throws ModelException naming the first fault
  public static void verify(Program program, int weightCount) {
    new ProgramVerifier(program, weightCount).verify();
  }

  /// Refuses machine code that lacks an entry point which `program` calls.
  ///
  /// @throws ModelException naming the target and the entry point
  public static void verifyTarget(Program program, TargetCode target) {
    requireEntryPoint(target, NativeAbi.DRIVER);
    for (Program.Variant variant : program.variants()) {
      for (Program.Group group : variant.groups()) {
        group.stages().forEach(stage -> requireEntryPoint(target, stage.kernel()));
      }
    }
  }

  private static void requireEntryPoint(TargetCode target, String name) {
    long offset = target.entryPoints().getOrDefault(name, ABSENT);
    require(offset != ABSENT, "target '%s' has no entry point %s", target.name(), name);
    require(
        offset >= 0 && offset < target.blob().length,
        "target '%s' has entry point %s outside its code",
        target.name(),
        name);
  }

  private void verify() {
    for (Program.Symbol symbol : program.symbols()) {
      verifySymbol(symbol);
    }
    program.inputs().forEach(this::verifySpec);
    program.outputs().forEach(this::verifySpec);
    require(!program.variants().isEmpty(), "the program has no variant");
    require(
        program.variants().getLast().guards().isEmpty(),
        "the last variant of the program is guarded");
    program.variants().forEach(this::verifyVariant);
  }

  private void verifySymbol(Program.Symbol symbol) {
    require(symbols.add(symbol.name()), "symbol %s is declared twice", symbol.name());
    requireIndex(symbol.input(), program.inputs().size(), "input of symbol", symbol.name());
    Program.TensorSpec input = program.inputs().get(symbol.input());
    switch (symbol.source()) {
      case Program.Source.Extent(int axis) ->
          requireIndex(axis, input.shape().size(), "axis of symbol", symbol.name());
      case Program.Source.Element(int index) -> {
        require(
            input.type().isInteger() && input.shape().size() <= 1,
            "symbol %s is no element of a vector of integers",
            symbol.name());
        int count =
            input.shape().isEmpty() ? 1 : constantExtent(symbol.name(), input.shape().getFirst());
        requireIndex(index, count, "element of symbol", symbol.name());
      }
    }
  }

  private static int constantExtent(String symbol, Dim dim) {
    long extent = Dims.constantValue(dim).orElse(Long.MAX_VALUE);
    require(
        extent <= Program.MAX_ELEMENTS,
        "symbol %s is an element of a tensor of extent %s",
        symbol,
        Dims.print(dim));
    return (int) extent;
  }

  private void verifySpec(Program.TensorSpec spec) {
    require(
        spec.type().isComputable(),
        "tensor '%s' has elements of type %s",
        spec.name(),
        spec.type());
    spec.shape().forEach(this::verifyDim);
  }

  private void verifyVariant(Program.Variant variant) {
    for (Program.Guard guard : variant.guards()) {
      verifyDim(guard.left());
      verifyDim(guard.right());
    }
    for (Program.Check check : variant.checks()) {
      verifyDim(check.left());
      verifyDim(check.right());
    }
    variant.buffers().forEach(buffer -> verifyBuffer(variant, buffer));
    for (int i = 0; i < variant.groups().size(); i++) {
      verifyGroup(variant, i);
    }
  }

  private void verifyBuffer(Program.Variant variant, Program.Buffer buffer) {
    int bound =
        switch (buffer.kind()) {
          case INPUT -> program.inputs().size();
          case OUTPUT -> program.outputs().size();
          case WEIGHT -> weightCount;
          case LOCAL -> variant.groups().size();
          case ARENA -> NO_BOUND;
        };
    if (bound != NO_BOUND) {
      requireIndex(buffer.index(), bound, "index of buffer", buffer.name());
    }
    verifyDim(buffer.byteSize());
  }

  private void verifyGroup(Program.Variant variant, int position) {
    Program.Group group = variant.groups().get(position);
    verifyDim(group.outerExtent());
    verifyDim(group.rowExtent());
    require(group.rowGrain() > 0, "group '%s' has row grain %s", group.name(), group.rowGrain());
    require(!group.stages().isEmpty(), "group '%s' has no stage", group.name());
    for (Program.Stage stage : group.stages()) {
      require(
          stage.columnGrain() > 0,
          "group '%s' has column grain %s",
          group.name(),
          stage.columnGrain());
      verifyDim(stage.columnExtent());
      verifyDim(stage.flopsPerRow());
      verifyDim(stage.bytesPerRow());
      verifyDim(stage.weightBytes());
      stage.arguments().forEach(argument -> verifyArgument(variant, position, argument));
    }
  }

  private void verifyArgument(Program.Variant variant, int group, Program.Argument argument) {
    switch (argument) {
      case Program.Argument.Address(int buffer, Dim byteOffset) -> {
        requireIndex(
            buffer, variant.buffers().size(), "buffer in group", groupName(variant, group));
        Program.Buffer named = variant.buffers().get(buffer);
        require(
            named.kind() != Program.BufferKind.LOCAL || named.index() == group,
            "local buffer '%s' is used outside its group",
            named.name());
        verifyDim(byteOffset);
      }
      case Program.Argument.Scalar(Dim value) -> verifyDim(value);
      case Program.Argument.Local(Dim staged, Dim fusedPerTile, Dim fusedPerRow) -> {
        verifyDim(staged);
        verifyDim(fusedPerTile);
        verifyDim(fusedPerRow);
      }
    }
  }

  private void verifyDim(Dim dim) {
    if (verifiedDims.add(dim)) {
      for (String symbol : Dims.symbolsOf(dim)) {
        require(symbols.contains(symbol), "symbol %s is not declared", symbol);
      }
      for (Dim.Element element : Dims.elementsOf(dim)) {
        require(symbols.contains(element.name()), "element %s is not declared", element.name());
      }
    }
  }

  private static String groupName(Program.Variant variant, int group) {
    return variant.groups().get(group).name();
  }

  private static void requireIndex(int index, int bound, String what, String name) {
    require(
        index >= 0 && index < bound,
        "%s '%s' is %s, needed less than %s",
        what,
        name,
        index,
        bound);
  }

  private static void require(boolean condition, String fault, Object... arguments) {
    if (!condition) {
      throw new ModelException("program is invalid: " + fault.formatted(arguments));
    }
  }
}
