package dev.certosina.compiler.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.testkit.Seed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Finds mappings a second time, as the definitions of amos.md 2.1 read, and compares.
///
/// The column rule tries every assignment of axes to an intrinsic axis or none, and multiplies
/// boolean matrices. The match-point rule tries every ordered choice of axes, substitutes, and
/// takes the union of every subset of what it found.
class IndependentEnumerationTest {
  private static final Intrinsic CONV =
      Statements.intrinsic(
          "D[i,y,x] += A[r,y,x] * B[i,r]", Map.of("i", 16, "y", 4, "x", 4, "r", 16));
  private static final String CONV_2D = "O[n,k,p,q] += I[n,c,p+r,q+s] * W[k,c,r,s]";
  private static final String CONV_3D = "O[n,k,d,p,q] += I[n,c,d+t,p+r,q+s] * W[k,c,t,r,s]";

  @Test
  void agreesOnConvolutionInstructions() {
    Computation conv2d = Statements.computation(CONV_2D);
    Computation conv3d = Statements.computation(CONV_3D);
    assertThat(byMatrices(conv2d, CONV)).hasSize(84).isEqualTo(column(conv2d, CONV));
    assertThat(byMatrices(conv3d, CONV)).hasSize(750).isEqualTo(column(conv3d, CONV));
    assertThat(byUnions(conv2d, CONV)).hasSize(32).isEqualTo(matchPoint(conv2d, CONV));
  }

  /// 30 match points have too many subsets to try one by one; unions are grown instead.
  @Test
  void agreesOnTheLargestCase() {
    Computation conv3d = Statements.computation(CONV_3D);
    List<List<Set<String>>> points = points(conv3d, CONV);
    assertThat(points).hasSize(30);
    Set<List<Set<String>>> unions = new HashSet<>();
    for (List<Set<String>> point : points) {
      for (List<Set<String>> earlier : new ArrayList<>(unions)) {
        unions.add(union(earlier, point));
      }
      unions.add(point);
    }
    assertThat(disjoint(unions)).hasSize(366).isEqualTo(matchPoint(conv3d, CONV));
  }

  @Test
  void findsAsManyMatchPointsAsAmos() {
    Intrinsic matrix = Statements.matrix();
    assertThat(points(Statements.computation(CONV_2D), matrix)).hasSize(7);
    assertThat(points(Statements.computation(CONV_3D), matrix)).hasSize(13);
    assertThat(
            points(Statements.computation("O[n,k,p,q,v] += I[n,c,p+r,q+s] * W[k,c,r,s,v]"), matrix))
        .hasSize(14);
  }

  @Test
  void agreesOnRandomStatements() {
    RandomGenerator random = Seed.generator();
    for (int round = 0; round < 200; round++) {
      Computation computation = Statements.computation(randomStatement(random));
      Intrinsic intrinsic =
          random.nextBoolean()
              ? Statements.matrix()
              : Statements.intrinsic("D[i,j] += A[i,r] * B[j,r]", Map.of("i", 4, "j", 8, "r", 2));
      String text = computation.statement().toString();
      assertThat(column(computation, intrinsic))
          .as(text)
          .isEqualTo(byMatrices(computation, intrinsic));
      if (points(computation, intrinsic).size() <= 12) {
        assertThat(matchPoint(computation, intrinsic))
            .as(text)
            .isEqualTo(byUnions(computation, intrinsic));
      }
      for (MappingRule rule : MappingRule.values()) {
        MappingOptions options = MappingOptions.DEFAULT.withRule(rule);
        for (boolean unit : new boolean[] {false, true}) {
          MappingOptions all = options.withUnitAxes(unit).withSwap(true);
          assertThat(EnumerateMappings.count(computation, intrinsic, all))
              .as(text)
              .isEqualTo(EnumerateMappings.of(computation, intrinsic, all).accepted().size());
        }
      }
    }
  }

  private static String randomStatement(RandomGenerator random) {
    List<String> spatial = List.of("a", "b", "c", "d").subList(0, 1 + random.nextInt(4));
    List<String> reduction = List.of("u", "v", "w").subList(0, 1 + random.nextInt(3));
    List<String> all = new ArrayList<>(spatial);
    all.addAll(reduction);
    return "O[%s] += X[%s] * Y[%s]"
        .formatted(String.join(",", spatial), coordinates(random, all), coordinates(random, all));
  }

  private static String coordinates(RandomGenerator random, List<String> axes) {
    List<String> coordinates = new ArrayList<>();
    for (int dim = 0; dim < 3; dim++) {
      var sum = new StringBuilder("5");
      for (String axis : axes) {
        if (random.nextInt(3) == 0) {
          sum.append(random.nextInt(6) == 0 ? " - " : " + ").append(1 + random.nextInt(2));
          sum.append(" * ").append(axis);
        }
      }
      coordinates.add(sum.toString());
    }
    return String.join(",", coordinates);
  }

  /// Every assignment of each axis to an intrinsic axis or to none, tested by Algorithm 1.
  private static Set<List<Set<String>>> byMatrices(Computation computation, Intrinsic intrinsic) {
    List<Axis> axes = computation.axes();
    int targets = intrinsic.compute().axes().size();
    Set<List<Set<String>>> valid = new HashSet<>();
    long assignments = Math.round(Math.pow(targets + 1, axes.size()));
    for (long assignment = 0; assignment < assignments; assignment++) {
      List<Set<String>> groups = empty(targets);
      long rest = assignment;
      for (Axis axis : axes) {
        int target = (int) (rest % (targets + 1));
        rest /= targets + 1;
        if (target < targets) {
          groups.get(target).add(axis.name());
        }
      }
      if (isValid(computation, intrinsic, groups)) {
        valid.add(groups);
      }
    }
    return valid;
  }

  /// `Z∘Y = X` and `X∘Yᵀ = Z` with X's columns of axes outside dropped.
  private static boolean isValid(
      Computation computation, Intrinsic intrinsic, List<Set<String>> groups) {
    List<Access> software = computation.statement().accesses();
    List<Access> hardware = intrinsic.compute().statement().accesses();
    List<Axis> fed = intrinsic.compute().axes();
    for (int row = 0; row < software.size(); row++) {
      Access access = software.get(row);
      for (int target = 0; target < fed.size(); target++) {
        boolean z = hardware.get(row).uses(fed.get(target).name());
        if (groups.get(target).stream().anyMatch(axis -> access.uses(axis) != z)
            || groups.get(target).stream().anyMatch(access::uses) != z) {
          return false;
        }
      }
    }
    return groups.stream().noneMatch(Set::isEmpty);
  }

  private static Set<List<Set<String>>> byUnions(Computation computation, Intrinsic intrinsic) {
    List<List<Set<String>>> points = points(computation, intrinsic);
    Set<List<Set<String>>> unions = new HashSet<>();
    for (int subset = 1; subset < 1 << points.size(); subset++) {
      List<Set<String>> union = empty(intrinsic.compute().axes().size());
      for (int point = 0; point < points.size(); point++) {
        if ((subset >> point & 1) != 0) {
          union = union(union, points.get(point));
        }
      }
      unions.add(union);
    }
    return disjoint(unions);
  }

  /// One-to-one choices of axes that turn each operand's coordinates into the intrinsic's.
  private static List<List<Set<String>>> points(Computation computation, Intrinsic intrinsic) {
    List<List<Set<String>>> points = new ArrayList<>();
    choose(computation, intrinsic, new ArrayList<>(), points);
    return points;
  }

  private static void choose(
      Computation computation,
      Intrinsic intrinsic,
      List<String> chosen,
      List<List<Set<String>>> points) {
    List<Axis> fed = intrinsic.compute().axes();
    if (chosen.size() == fed.size()) {
      if (isPoint(computation, intrinsic, chosen)) {
        points.add(
            chosen.stream().map(Set::of).map(set -> (Set<String>) new TreeSet<>(set)).toList());
      }
      return;
    }
    AxisKind kind = fed.get(chosen.size()).kind();
    for (Axis axis : computation.axes()) {
      if (axis.kind() == kind && !chosen.contains(axis.name())) {
        List<String> longer = new ArrayList<>(chosen);
        longer.add(axis.name());
        choose(computation, intrinsic, longer, points);
      }
    }
  }

  private static boolean isPoint(
      Computation computation, Intrinsic intrinsic, List<String> chosen) {
    List<Access> software = computation.statement().accesses();
    List<Access> hardware = intrinsic.compute().statement().accesses();
    List<Axis> fed = intrinsic.compute().axes();
    for (int row = 0; row < software.size(); row++) {
      List<String> left = new ArrayList<>();
      for (IndexExpr coordinate : software.get(row).coordinates()) {
        List<String> varying = chosen.stream().filter(coordinate::uses).toList();
        if (varying.size() > 1
            || varying.stream()
                .map(coordinate::coefficient)
                .anyMatch(factor -> Dims.constantValue(factor).orElseThrow() < 0)) {
          return false;
        }
        varying.forEach(axis -> left.add(fed.get(chosen.indexOf(axis)).name()));
      }
      List<String> needed = new ArrayList<>();
      hardware.get(row).coordinates().forEach(index -> needed.add(index.terms().getFirst().axis()));
      if (!left.stream().sorted().toList().equals(needed.stream().sorted().toList())) {
        return false;
      }
    }
    return true;
  }

  private static List<Set<String>> union(List<Set<String>> one, List<Set<String>> other) {
    List<Set<String>> union = empty(one.size());
    for (int target = 0; target < one.size(); target++) {
      union.get(target).addAll(one.get(target));
      union.get(target).addAll(other.get(target));
    }
    return union;
  }

  private static Set<List<Set<String>>> disjoint(Set<List<Set<String>>> unions) {
    Set<List<Set<String>>> kept = new HashSet<>();
    for (List<Set<String>> union : unions) {
      Set<String> all = new HashSet<>();
      union.forEach(all::addAll);
      if (all.size() == union.stream().mapToInt(Set::size).sum()) {
        kept.add(union);
      }
    }
    return kept;
  }

  private static List<Set<String>> empty(int targets) {
    List<Set<String>> groups = new ArrayList<>();
    for (int target = 0; target < targets; target++) {
      groups.add(new TreeSet<>());
    }
    return groups;
  }

  private static Set<List<Set<String>>> column(Computation computation, Intrinsic intrinsic) {
    return groups(computation, intrinsic, MappingRule.COLUMN);
  }

  private static Set<List<Set<String>>> matchPoint(Computation computation, Intrinsic intrinsic) {
    return groups(computation, intrinsic, MappingRule.MATCH_POINT);
  }

  private static Set<List<Set<String>>> groups(
      Computation computation, Intrinsic intrinsic, MappingRule rule) {
    Set<List<Set<String>>> all = new HashSet<>();
    MappingOptions options = MappingOptions.DEFAULT.withRule(rule);
    for (Mapping mapping : EnumerateMappings.of(computation, intrinsic, options).accepted()) {
      all.add(
          mapping.groups().stream()
              .map(group -> (Set<String>) new TreeSet<>(group.axes()))
              .toList());
    }
    return all;
  }
}
