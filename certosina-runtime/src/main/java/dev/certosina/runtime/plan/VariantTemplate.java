package dev.certosina.runtime.plan;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.exec.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/// A variant prepared for binding: dims are numbers in a [DimTable], kernels are addresses, and the
/// lives of buffers are known.
final class VariantTemplate {
  private static final int UNUSED = -1;

  final Program.Variant variant;
  final DimTable dims = new DimTable();
  final List<BufferTemplate> buffers = new ArrayList<>();
  final List<GroupTemplate> groups = new ArrayList<>();

  /// A buffer; `first` and `last` are the groups that name it first and last, or -1.
  record BufferTemplate(
      String name, Program.BufferKind kind, int index, int byteSize, int first, int last) {
    boolean isUsed() {
      return first != UNUSED;
    }
  }

  /// A group; `locals` are the local buffers it names.
  record GroupTemplate(
      String name,
      int outerExtent,
      int rowExtent,
      int rowGrain,
      boolean fusible,
      List<Integer> locals,
      List<StageTemplate> stages) {}

  record StageTemplate(
      long kernel,
      List<ArgumentTemplate> arguments,
      int columnExtent,
      int columnGrain,
      int flopsPerRow,
      int bytesPerRow,
      int weightBytes) {}

  /// One argument word; every `int` but `buffer` is the number of a dim.
  sealed interface ArgumentTemplate {
    record Address(int buffer, int byteOffset) implements ArgumentTemplate {}

    record Scalar(int value) implements ArgumentTemplate {}

    record Local(int staged, int fusedPerTile, int fusedPerRow) implements ArgumentTemplate {}
  }

  /// @param kernelAddress where each entry point lies in memory
  VariantTemplate(Program.Variant variant, ToLongFunction<String> kernelAddress) {
    this.variant = variant;
    int bufferCount = variant.buffers().size();
    int[] first = new int[bufferCount];
    int[] last = new int[bufferCount];
    Arrays.fill(first, UNUSED);
    for (int g = 0; g < variant.groups().size(); g++) {
      for (int buffer : buffersOf(variant.groups().get(g))) {
        first[buffer] = first[buffer] == UNUSED ? g : first[buffer];
        last[buffer] = g;
      }
    }
    for (int b = 0; b < bufferCount; b++) {
      Program.Buffer buffer = variant.buffers().get(b);
      buffers.add(
          new BufferTemplate(
              buffer.name(),
              buffer.kind(),
              buffer.index(),
              dims.add(buffer.byteSize()),
              first[b],
              last[b]));
    }
    for (Program.Group group : variant.groups()) {
      groups.add(template(group, kernelAddress));
    }
  }

  private static Set<Integer> buffersOf(Program.Group group) {
    Set<Integer> named = new LinkedHashSet<>();
    for (Program.Stage stage : group.stages()) {
      for (Program.Argument argument : stage.arguments()) {
        if (argument instanceof Program.Argument.Address(int buffer, Dim _)) {
          named.add(buffer);
        }
      }
    }
    return named;
  }

  private GroupTemplate template(Program.Group group, ToLongFunction<String> kernelAddress) {
    List<Integer> locals =
        buffersOf(group).stream()
            .filter(b -> variant.buffers().get(b).kind() == Program.BufferKind.LOCAL)
            .toList();
    List<StageTemplate> stages =
        group.stages().stream()
            .map(stage -> template(stage, kernelAddress.applyAsLong(stage.kernel())))
            .toList();
    return new GroupTemplate(
        group.name(),
        dims.add(group.outerExtent()),
        dims.add(group.rowExtent()),
        group.rowGrain(),
        group.fusible(),
        locals,
        stages);
  }

  private StageTemplate template(Program.Stage stage, long kernel) {
    List<ArgumentTemplate> arguments = stage.arguments().stream().map(this::template).toList();
    return new StageTemplate(
        kernel,
        arguments,
        dims.add(stage.columnExtent()),
        stage.columnGrain(),
        dims.add(stage.flopsPerRow()),
        dims.add(stage.bytesPerRow()),
        dims.add(stage.weightBytes()));
  }

  private ArgumentTemplate template(Program.Argument argument) {
    return switch (argument) {
      case Program.Argument.Address(int buffer, Dim byteOffset) ->
          new ArgumentTemplate.Address(buffer, dims.add(byteOffset));
      case Program.Argument.Scalar(Dim value) -> new ArgumentTemplate.Scalar(dims.add(value));
      case Program.Argument.Local(Dim staged, Dim fusedPerTile, Dim fusedPerRow) ->
          new ArgumentTemplate.Local(
              dims.add(staged), dims.add(fusedPerTile), dims.add(fusedPerRow));
    };
  }
}
