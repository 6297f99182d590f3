package dev.certosina.compiler.pipeline;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.exec.Program.Argument;
import dev.certosina.runtime.exec.Program.Symbol;
import dev.certosina.runtime.exec.Program.TensorSpec;
import dev.certosina.runtime.exec.Program.Variant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Finds the elements of inputs that the dims of a program mention.
final class ElementSymbols {
  private ElementSymbols() {}

  /// `program` with a symbol for each element that is mentioned, and for no other.
  static Program declare(Program program) {
    Set<Dim> dims = new HashSet<>();
    program.outputs().forEach(output -> dims.addAll(output.shape()));
    program.variants().forEach(variant -> collect(variant, dims));
    List<String> inputs = program.inputs().stream().map(TensorSpec::name).toList();
    List<Symbol> symbols = new ArrayList<>(program.symbols());
    dims.stream()
        .flatMap(dim -> Dims.elementsOf(dim).stream())
        .distinct()
        .map(element -> Symbol.element(element, inputs.indexOf(element.input())))
        .sorted(Comparator.comparingInt(Symbol::input).thenComparingInt(ElementSymbols::index))
        .forEach(symbols::add);
    return new Program(symbols, program.inputs(), program.outputs(), program.variants());
  }

  private static int index(Symbol symbol) {
    return switch (symbol.source()) {
      case Program.Source.Extent(int axis) -> axis;
      case Program.Source.Element(int index) -> index;
    };
  }

  private static void collect(Variant variant, Set<Dim> dims) {
    variant.guards().forEach(guard -> dims.addAll(List.of(guard.left(), guard.right())));
    variant.checks().forEach(check -> dims.addAll(List.of(check.left(), check.right())));
    variant.buffers().forEach(buffer -> dims.add(buffer.byteSize()));
    for (Program.Group group : variant.groups()) {
      dims.add(group.outerExtent());
      dims.add(group.rowExtent());
      for (Program.Stage stage : group.stages()) {
        dims.add(stage.columnExtent());
        dims.add(stage.flopsPerRow());
        dims.add(stage.bytesPerRow());
        dims.add(stage.weightBytes());
        stage.arguments().stream().flatMap(ElementSymbols::dims).forEach(dims::add);
      }
    }
  }

  private static Stream<Dim> dims(Argument argument) {
    return switch (argument) {
      case Argument.Address(int _, Dim byteOffset) -> Stream.of(byteOffset);
      case Argument.Scalar(Dim value) -> Stream.of(value);
      case Argument.Local(Dim staged, Dim perTile, Dim perRow) ->
          Stream.of(staged, perTile, perRow);
    };
  }
}
