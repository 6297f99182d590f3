package dev.certosina.compiler.pipeline;

import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.exec.Program.Group;
import dev.certosina.runtime.exec.Program.Stage;
import dev.certosina.runtime.exec.Program.Variant;
import java.util.ArrayList;
import java.util.List;

/// Makes a program claim that its stages are so costly that the runtime shares even the smallest
/// among its threads.
final class BusyProgram {
  private BusyProgram() {}

  static Program of(Program program) {
    List<Variant> variants = new ArrayList<>();
    for (Variant variant : program.variants()) {
      List<Group> groups = variant.groups().stream().map(BusyProgram::of).toList();
      variants.add(new Variant(variant.guards(), variant.checks(), variant.buffers(), groups));
    }
    return new Program(program.symbols(), program.inputs(), program.outputs(), variants);
  }

  private static Group of(Group group) {
    List<Stage> stages = group.stages().stream().map(BusyProgram::of).toList();
    return new Group(
        group.name(),
        group.outerExtent(),
        group.rowExtent(),
        group.rowGrain(),
        group.fusible(),
        stages);
  }

  private static Stage of(Stage stage) {
    return new Stage(
        stage.kernel(),
        stage.arguments(),
        stage.columnExtent(),
        stage.columnGrain(),
        Dims.constant(100_000_000),
        stage.bytesPerRow(),
        stage.weightBytes());
  }
}
