package dev.certosina.compiler.mapping;

import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Mappings as text, such as `i<-n,p,q; j<-k; r<-c,r,s`.
///
/// Nothing after `<-` stands for an inserted axis of extent 1. Where operands do not play the parts
/// in which they are written, ` sources=1,0` follows.
public final class MappingText {
  private static final String ARROW = "<-";
  private static final String SOURCES = " sources=";

  private MappingText() {}

  public static String print(Mapping mapping) {
    String groups = printGroups(mapping.groups());
    return mapping.sources().equals(identity(mapping.sources().size()))
        ? groups
        : groups + SOURCES + printSources(mapping.sources());
  }

  static String printGroups(List<AxisGroup> groups) {
    return groups.stream()
        .map(group -> group.intrinsicAxis() + ARROW + String.join(",", group.axes()))
        .collect(Collectors.joining("; "));
  }

  static String printSources(List<Integer> sources) {
    return sources.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /// Operands in the parts in which they are written.
  static List<Integer> identity(int operands) {
    return IntStream.range(0, operands).boxed().toList();
  }

  /// Reads what [#print] writes. Whether the mapping is valid is for [ValidateMapping] to say.
  ///
  /// @throws ModelException where the text is malformed, an axis is unknown or occurs twice, or the
  ///   groups are not those of the intrinsic's axes in order
  public static Mapping parse(String text, Computation computation, Intrinsic intrinsic) {
    int suffix = text.indexOf(SOURCES);
    String groupText = suffix < 0 ? text : text.substring(0, suffix);
    int operands = intrinsic.compute().statement().operands().size();
    List<Integer> sources =
        suffix < 0
            ? identity(operands)
            : sources(text, text.substring(suffix + SOURCES.length()), operands);
    List<String> expected = intrinsic.compute().axes().stream().map(Axis::name).toList();
    List<AxisGroup> groups =
        groupText.isBlank()
            ? List.of()
            : Arrays.stream(groupText.split(";", -1)).map(part -> group(text, part)).toList();
    List<String> named = groups.stream().map(AxisGroup::intrinsicAxis).toList();
    if (!named.equals(expected)) {
      throw refuse(text, "groups of " + named, "groups of " + expected);
    }
    requireAxes(text, groups, computation);
    return new Mapping(computation, intrinsic, sources, groups);
  }

  private static AxisGroup group(String text, String part) {
    int arrow = part.indexOf(ARROW);
    if (arrow < 0) {
      throw refuse(text, "'" + part.strip() + "'", "AXIS<-AXIS,AXIS");
    }
    String axes = part.substring(arrow + ARROW.length()).strip();
    return new AxisGroup(
        part.substring(0, arrow).strip(),
        axes.isEmpty()
            ? List.of()
            : Arrays.stream(axes.split(",", -1)).map(String::strip).toList());
  }

  private static void requireAxes(String text, List<AxisGroup> groups, Computation computation) {
    Set<String> known = computation.axes().stream().map(Axis::name).collect(Collectors.toSet());
    var seen = new HashSet<String>();
    for (AxisGroup group : groups) {
      for (String axis : group.axes()) {
        if (!known.contains(axis)) {
          throw refuse(
              text,
              "axis '" + axis + "'",
              "one of " + computation.axes().stream().map(Axis::name).toList());
        }
        if (!seen.add(axis)) {
          throw refuse(text, "axis " + axis + " twice", "each axis at most once");
        }
      }
    }
  }

  private static List<Integer> sources(String text, String list, int operands) {
    var sources = new ArrayList<Integer>();
    for (String part : list.split(",", -1)) {
      try {
        sources.add(Integer.parseInt(part.strip()));
      } catch (NumberFormatException e) {
        throw refuse(text, "source '" + part + "'", "a number");
      }
    }
    if (!sources.stream().sorted().toList().equals(identity(operands))) {
      throw refuse(text, "sources " + sources, "each of 0 to " + (operands - 1) + " once");
    }
    return List.copyOf(sources);
  }

  private static ModelException refuse(String text, String found, String needed) {
    return new ModelException("mapping '%s': %s, needs %s".formatted(text, found, needed));
  }
}
