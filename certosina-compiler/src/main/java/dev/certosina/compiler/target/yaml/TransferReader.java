package dev.certosina.compiler.target.yaml;

import dev.certosina.compiler.target.Intrinsic.Stride;
import dev.certosina.compiler.target.Intrinsic.Transfer;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads memory abstractions: `vector.B[i,r] = L1.B[b + i*ldb + r]` loads, `L1.D[d + i] =
/// vector.D[i]` stores.
///
/// In the brackets on the side of the registers stand the operand's axes as in the statement; on
/// the side of the memory a base address and, for each axis, how far apart its elements are.
final class TransferReader {
  private static final String EXAMPLE = "a transfer such as 'vector.A[i] = L1.A[a + i]'";
  private static final String SIDE = "\\s*(\\w+)\\.(\\w+)\\s*\\[([^\\[\\]]*)\\]\\s*";
  private static final Pattern TRANSFER = Pattern.compile(SIDE + "=" + SIDE);
  private static final Pattern TERM =
      Pattern.compile("\\s*([A-Za-z]\\w*)\\s*(?:\\*\\s*([A-Za-z]\\w*|[1-9]\\d{0,8})\\s*)?");

  private final Computation compute;
  private final Scopes scopes;
  private final Set<String> parameters = new LinkedHashSet<>();
  private final Map<String, Transfer> transfers = new LinkedHashMap<>();

  private record Side(String scope, String operand, String brackets) {}

  TransferReader(Computation compute, Scopes scopes) {
    this.compute = compute;
    this.scopes = scopes;
  }

  /// One load per source in the statement's order, then the store of the destination.
  List<Transfer> read(Yaml list) {
    for (Yaml item : Values.items(list, "a list of transfers")) {
      add(item.place(), Values.line(item, EXAMPLE));
    }
    List<Transfer> ordered = new ArrayList<>();
    for (Tensor operand : compute.tensors()) {
      Transfer transfer = transfers.get(operand.name());
      if (transfer == null) {
        String action = isDestination(operand.name()) ? "written" : "loaded";
        throw list.place()
            .wrong(
                "operand %s never %s".formatted(Place.quote(operand.name()), action),
                "a transfer for each operand");
      }
      ordered.add(transfer);
    }
    return ordered;
  }

  private void add(Place place, String text) {
    Matcher matcher = TRANSFER.matcher(text);
    if (!matcher.matches()) {
      throw place.wrong(Place.quote(text), EXAMPLE);
    }
    Side left = new Side(matcher.group(1), matcher.group(2), matcher.group(3));
    Side right = new Side(matcher.group(4), matcher.group(5), matcher.group(6));
    checkScope(place, left.scope());
    checkScope(place, right.scope());
    boolean isLoad = scopes.isMemory(right.scope());
    if (isLoad == scopes.isMemory(left.scope())) {
      throw place.wrong(
          "a transfer from %s to %s".formatted(right.scope(), left.scope()),
          "one between memory and registers");
    }
    String operand = left.operand();
    checkOperand(place, operand, right.operand(), isLoad);
    Side far = isLoad ? right : left;
    Side near = isLoad ? left : right;
    checkAxes(place, near);
    Transfer transfer = transfer(place, far, near.scope(), isLoad);
    if (transfers.putIfAbsent(operand, transfer) != null) {
      throw place.wrong("a second transfer of " + Place.quote(operand), "one per operand");
    }
  }

  private void checkScope(Place place, String scope) {
    if (!scopes.isMemory(scope) && scopes.registerFile(scope).isEmpty()) {
      throw place.wrong("the scope " + Place.quote(scope), scopes.describe());
    }
  }

  private void checkOperand(Place place, String left, String right, boolean isLoad) {
    if (!left.equals(right)) {
      throw place.wrong("a transfer of '%s' to '%s'".formatted(right, left), "one operand");
    }
    List<String> names = compute.tensors().stream().map(Tensor::name).toList();
    if (!names.contains(left)) {
      throw place.wrong("the operand " + Place.quote(left), "one of " + String.join(", ", names));
    }
    if (isDestination(left) == isLoad) {
      throw place.wrong(
          isLoad ? "a load of the destination '%s'".formatted(left) : "a store of '" + left + "'",
          isLoad ? "its store" : "its load");
    }
  }

  private void checkAxes(Place place, Side near) {
    String expected = String.join(",", axes(near.operand()));
    if (!near.brackets().replaceAll("\\s", "").equals(expected)) {
      throw place.wrong(
          "'%s[%s]'".formatted(near.operand(), near.brackets().strip()),
          "'%s[%s]' as in the statement".formatted(near.operand(), expected));
    }
  }

  private Transfer transfer(Place place, Side far, String nearScope, boolean isLoad) {
    List<String> axes = axes(far.operand());
    List<String> bases = new ArrayList<>();
    Map<String, Stride> strides = new LinkedHashMap<>();
    for (String term : far.brackets().split("\\+", -1)) {
      Matcher matcher = TERM.matcher(term);
      if (!matcher.matches()) {
        throw place.wrong(Place.quote(term), "a base address, AXIS, AXIS*NUMBER or AXIS*PARAMETER");
      }
      String name = matcher.group(1);
      String factor = matcher.group(2);
      if (!axes.contains(name) && factor == null && bases.isEmpty()) {
        bases.add(parameter(place, name));
      } else if (!axes.contains(name)) {
        throw place.wrong(
            "the axis " + Place.quote(name), "an axis of the operand: " + String.join(", ", axes));
      } else if (strides.putIfAbsent(name, stride(place, name, factor)) != null) {
        throw place.wrong("the axis '%s' twice".formatted(name), "each axis once");
      }
    }
    if (bases.isEmpty()) {
      throw place.wrong(Place.quote(far.brackets()), "a base address, such as 'a'");
    }
    List<Stride> ordered = new ArrayList<>();
    for (String axis : axes) {
      Stride stride = strides.get(axis);
      if (stride == null) {
        throw place.wrong(
            Place.quote(far.brackets()), "a term for the axis '%s' too".formatted(axis));
      }
      ordered.add(stride);
    }
    checkDistinct(place, ordered);
    return new Transfer(far.operand(), isLoad, far.scope(), nearScope, bases.getFirst(), ordered);
  }

  private Stride stride(Place place, String axis, @Nullable String factor) {
    if (factor == null) {
      return new Stride.Fixed(axis, 1);
    }
    return Character.isDigit(factor.charAt(0))
        ? new Stride.Fixed(axis, Long.parseLong(factor))
        : new Stride.Free(axis, parameter(place, factor));
  }

  private String parameter(Place place, String name) {
    boolean isAxis = compute.axes().stream().anyMatch(axis -> axis.name().equals(name));
    if (isAxis || !parameters.add(name)) {
      throw place.wrong(
          "%s as the name of a parameter".formatted(Place.quote(name)),
          isAxis ? "a name that no axis has" : "a new name for each parameter of the intrinsic");
    }
    return name;
  }

  /// Prescribed strides must give each element of a tile an address of its own: from the smallest
  /// stride up, each one passes what the smaller ones reach.
  private void checkDistinct(Place place, List<Stride> strides) {
    List<Stride.Fixed> fixed = new ArrayList<>();
    for (Stride stride : strides) {
      if (stride instanceof Stride.Fixed one && extent(one.axis()) > 1) {
        fixed.add(one);
      }
    }
    fixed.sort(Comparator.comparingLong(Stride.Fixed::elements));
    long reach = 0;
    for (Stride.Fixed stride : fixed) {
      if (stride.elements() <= reach) {
        throw place.wrong(
            "the stride %d of axis '%s'".formatted(stride.elements(), stride.axis()),
            "more than %d, which other axes reach".formatted(reach));
      }
      reach += stride.elements() * (extent(stride.axis()) - 1);
    }
  }

  private long extent(String axis) {
    return Dims.constantValue(compute.axis(axis).extent()).orElseThrow();
  }

  private boolean isDestination(String operand) {
    return compute.destination().name().equals(operand);
  }

  private List<String> axes(String operand) {
    return compute.statement().accesses().stream()
        .filter(access -> access.tensor().equals(operand))
        .flatMap(access -> access.coordinates().stream())
        .map(coordinate -> coordinate.terms().getFirst().axis())
        .toList();
  }
}
