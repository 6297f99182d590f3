package dev.certosina.cli.map;

import static java.util.Objects.requireNonNull;

import dev.certosina.cli.map.IntrinsicMappings.Modelled;
import dev.certosina.cli.map.IntrinsicMappings.Row;
import dev.certosina.cli.map.Markup.Element;
import dev.certosina.compiler.affine.QuasiAffinePrinter;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Copy;
import dev.certosina.compiler.mapping.PhysicalMapping.Guard;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.Strided;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.mapping.Placements.Choice;
import dev.certosina.compiler.mapping.Placements.OperandChoices;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The loops around the instruction, and where each operand is at every step.
final class NestSection {
  /// In the order of preference: nothing is copied at run time where that can be avoided.
  private static final List<Placement> PREFERRED =
      List.of(Placement.IN_PLACE, Placement.PADDED, Placement.PACKED, Placement.GATHER);

  private final PhysicalMapping physical;
  private final Optional<NestSchedule> schedule;

  private NestSection(PhysicalMapping physical, Optional<NestSchedule> schedule) {
    this.physical = physical;
    this.schedule = schedule;
  }

  /// The schedule whose time is shown; without one the loops as they come, and placements that copy
  /// little.
  ///
  /// @param row of a mapping with constant extents
  static List<Markup> of(Row row) {
    Placements placements = Placements.of(row.mapping());
    Optional<NestSchedule> schedule = row.modelled().map(Modelled::schedule);
    List<Placement> chosen =
        schedule
            .map(NestSchedule::placements)
            .orElseGet(() -> placements.operands().stream().map(NestSection::preferred).toList());
    var section = new NestSection(placements.map(chosen), schedule);
    return List.of(
        Markup.element("p", section.introduction()),
        Markup.element("pre", section.loops()),
        section.operands(),
        section.elements(),
        alternatives(placements));
  }

  /// Constants are packed ahead of time.
  private static Placement preferred(OperandChoices operand) {
    List<Placement> possible = operand.possible();
    if (operand.isConstant() && possible.contains(Placement.PACKED)) {
      return Placement.PACKED;
    }
    return PREFERRED.stream().filter(possible::contains).findFirst().orElseThrow();
  }

  private String introduction() {
    return schedule
        .map(_ ->
            "The schedule that the expected time is for, which rules give; tune looks for a better"
                + " one.")
        .orElse("No schedule was modelled: loops as they come, with placements that copy little.");
  }

  private List<Loop> ordered() {
    return schedule
        .map(known ->
            physical.loops().stream()
                .sorted(Comparator.comparingInt(loop -> known.order().indexOf(loop.name())))
                .toList())
        .orElse(physical.loops());
  }

  private String loops() {
    var text = new StringBuilder();
    String indent = "";
    for (Loop loop : ordered()) {
      String line = "%sfor %s in 0 … %d".formatted(indent, loop.name(), loop.extent() - 1);
      text.append("%-44s %s%n".formatted(line, meaning(loop)));
      indent += "  ";
    }
    List<OperandMap> operands = physical.operands();
    String sources =
        operands.subList(0, operands.size() - 1).stream()
            .map(NestSection::tile)
            .collect(Collectors.joining(", "));
    text.append(
        "%s%s ← %s(%s)"
            .formatted(
                indent, tile(operands.getLast()), physical.mapping().intrinsic().name(), sources));
    return text.toString();
  }

  private String meaning(Loop loop) {
    String kind = loop.kind() == AxisKind.PARALLEL ? "spatial" : "reduction";
    return physical.tiles().stream()
        .filter(tile -> tile.loop().equals(loop.name()))
        .findFirst()
        .map(tile -> "%s, tiles of %d for %s".formatted(kind, tile.size(), tile.intrinsicAxis()))
        .orElse(kind)
        .concat(schedule.map(known -> treatment(known, loop)).orElse(""));
  }

  /// What a schedule does with a loop.
  private static String treatment(NestSchedule schedule, Loop loop) {
    int factor = schedule.registers().getOrDefault(loop.name(), 1);
    String registers = factor > 1 ? ", %d at once in registers".formatted(factor) : "";
    String unrolled = schedule.unrolled().contains(loop.name()) ? ", written out" : "";
    boolean isParallel = schedule.order().indexOf(loop.name()) < schedule.parallel();
    return registers + unrolled + (isParallel ? ", shared among units" : "");
  }

  private static String tile(OperandMap operand) {
    return "tile of " + operand.tensor();
  }

  private Element operands() {
    List<Element> rows = physical.operands().stream().map(this::operand).toList();
    String lanes = physical.tiles().stream().map(TiledAxis::lane).collect(Collectors.joining(", "));
    return Tables.table(
        "Addresses, in elements; %s number the lanes of the instruction's axes".formatted(lanes),
        List.of(
            "operand", "tensor", "how it is reached", "address of a lane", "only where", "copy"),
        List.of(),
        rows);
  }

  private Element operand(OperandMap operand) {
    return Tables.row(
        Tables.code(operand.operand()),
        Tables.code(operand.tensor()),
        Tables.cell(text(operand.placement())),
        Tables.wrapped(address(operand)),
        guards(operand),
        Tables.wrapped(operand.copy().map(NestSection::copy).orElse("")));
  }

  private String address(OperandMap operand) {
    if (operand.strided().isEmpty()) {
      return QuasiAffinePrinter.print(operand.element());
    }
    Strided strided = operand.strided().get();
    var text = new StringBuilder(QuasiAffinePrinter.print(strided.base()));
    List<String> lanes = lanes(operand);
    for (int lane = 0; lane < strided.strides().size(); lane++) {
      long stride = strided.strides().get(lane);
      if (stride != 0) {
        text.append(" + ").append(stride == 1 ? "" : stride + "*").append(lanes.get(lane));
      }
    }
    return text.toString();
  }

  /// The lane variables of an operand's tile, in the order of its coordinates.
  private List<String> lanes(OperandMap operand) {
    return physical.mapping().intrinsic().compute().statement().accesses().stream()
        .filter(access -> access.tensor().equals(operand.operand()))
        .findFirst()
        .orElseThrow()
        .coordinates()
        .stream()
        .map(coordinate ->
            physical.tiles().stream()
                .filter(tile -> coordinate.uses(tile.intrinsicAxis()))
                .map(TiledAxis::lane)
                .findFirst()
                .orElseThrow())
        .toList();
  }

  /// What a lane stands for, however it is reached.
  private Element elements() {
    List<Element> rows =
        physical.operands().stream()
            .map(operand ->
                Tables.row(
                    Tables.code(operand.tensor()),
                    Tables.wrapped(QuasiAffinePrinter.print(operand.element())),
                    conditions(operand.guards()),
                    Tables.cell(otherwise(operand))))
            .toList();
    return Tables.table(
        "Which element of its tensor, row-major, a lane holds; / rounds down, and *, / and mod apply"
            + " from left to right",
        List.of("tensor", "element", "where", "otherwise"),
        List.of(),
        rows);
  }

  private String otherwise(OperandMap operand) {
    if (operand.equals(physical.operands().getLast())) {
      return operand.guards().isEmpty() ? "" : "not written";
    }
    return operand.guards().stream()
        .map(guard -> SubjectSections.plain(guard.fill()))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static Element guards(OperandMap operand) {
    return conditions(
        operand.strided().isPresent() ? operand.strided().get().guards() : operand.guards());
  }

  /// A cell with one condition a line.
  private static Element conditions(List<Guard> guards) {
    Element cell = Markup.element("td");
    for (Guard guard : guards) {
      String value = QuasiAffinePrinter.print(guard.value());
      String text = "0 ≤ %s < %d".formatted(value, guard.bound());
      cell = cell.add(Markup.element("div", Markup.element("code", text)));
    }
    return cell;
  }

  private static String copy(Copy copy) {
    return String.format(
        Locale.ROOT,
        "%s = %,d elements",
        copy.variables().stream()
            .map(variable -> Long.toString(variable.extent()))
            .collect(Collectors.joining("×")),
        copy.elements());
  }

  private static Element alternatives(Placements placements) {
    var rows = new ArrayList<Element>();
    for (OperandChoices operand : placements.operands()) {
      var cells = new ArrayList<Element>();
      cells.add(Tables.code(operand.tensor()));
      for (Placement placement : PREFERRED) {
        cells.add(
            switch (requireNonNull(operand.choices().get(placement))) {
              case Choice.Possible _ -> Tables.cell("possible");
              case Choice.Impossible(String reason) -> Tables.cell("no: " + reason);
            });
      }
      rows.add(Tables.row(cells));
    }
    List<String> headings = new ArrayList<>(List.of("tensor"));
    PREFERRED.forEach(placement -> headings.add(text(placement)));
    return Tables.table("Ways to reach each tensor", headings, List.of(), rows);
  }

  private static String text(Placement placement) {
    return switch (placement) {
      case IN_PLACE -> "in place";
      case PADDED -> "padded copy";
      case GATHER -> "lane by lane";
      case PACKED -> "packed tiles";
    };
  }
}
