package dev.certosina.compiler.target.yaml;

import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.target.Accelerator.RegisterFile;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Intrinsic.Emission;
import dev.certosina.compiler.target.Intrinsic.Transfer;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Reads the entries of `intrinsics`. An entry with several `extents` or several layouts of
/// `memory` describes all combinations, named `NAME/16x16x16/nnn`.
final class IntrinsicReader {
  static final List<String> KEYS =
      List.of(
          "name",
          "statement",
          "extents",
          "types",
          "memory",
          "partial",
          "chain",
          "features",
          "emission",
          "latency",
          "throughput",
          "source");
  private static final double MOST_CYCLES = 1e6;
  private static final double MOST_PER_CYCLE = 1e3;
  private static final String NO_EMISSION = "none";

  private final Optional<Target> target;
  private final Scopes scopes;

  /// What an entry says whatever the variant.
  private record Common(
      Keys keys,
      String name,
      IndexStatement statement,
      List<String> partialSums,
      List<String> chain,
      List<String> features,
      Optional<Emission> emission,
      String source) {}

  /// @param target that code is generated for; none for modelled hardware
  IntrinsicReader(Optional<Target> target, Scopes scopes) {
    this.target = target;
    this.scopes = scopes;
  }

  /// The variants of one entry, extents in the order written and the layouts of each.
  List<Intrinsic> read(Yaml entry) {
    Keys keys = Keys.of(entry, "an intrinsic", KEYS);
    Common common = common(keys);
    Yaml extents = keys.required("extents");
    List<Yaml> shapes =
        extents instanceof Yaml.Items
            ? Values.nonEmptyItems(extents, "extents, or a list of them")
            : List.of(extents);
    List<Intrinsic> variants = new ArrayList<>();
    for (int shape = 0; shape < shapes.size(); shape++) {
      Yaml one = shapes.get(shape);
      Computation compute =
          ComputeReader.compute(common.name(), common.statement(), one, keys.required("types"));
      String name =
          extents instanceof Yaml.Items ? common.name() + "/" + shape(compute) : common.name();
      int index = shape;
      layouts(keys.required("memory"))
          .forEach((layout, memory) ->
              variants.add(
                  variant(
                      common, name + layout, compute, one.place(), memory, index, shapes.size())));
    }
    return variants;
  }

  private Common common(Keys keys) {
    String name = Values.identifier(keys.required("name"), "an intrinsic's name");
    IndexStatement statement = ComputeReader.statement(keys.required("statement"));
    return new Common(
        keys,
        name,
        statement,
        keys.optional("partial").map(list -> partialSums(list, statement)).orElse(List.of()),
        ChainReader.read(keys.required("chain"), statement),
        features(keys),
        emission(keys, statement),
        Values.text(keys.required("source"), "where the figures come from")
            .value()
            .strip()
            .replaceAll("\\s+", " "));
  }

  private Intrinsic variant(
      Common common,
      String name,
      Computation shaped,
      Place extents,
      Yaml memory,
      int shape,
      int shapes) {
    Computation compute =
        new Computation(name, shaped.statement(), shaped.axes(), shaped.tensors(), List.of());
    List<Transfer> transfers = new TransferReader(compute, scopes).read(memory);
    checkFit(extents, compute, transfers, common.partialSums());
    return new Intrinsic(
        name,
        compute,
        transfers,
        common.partialSums(),
        common.chain(),
        common.features(),
        common.emission(),
        figure(common.keys().required("latency"), "cycles", MOST_CYCLES, shape, shapes),
        figure(common.keys().required("throughput"), "per cycle", MOST_PER_CYCLE, shape, shapes),
        common.source());
  }

  /// Transfers by the suffix of the variant's name.
  private static Map<String, Yaml> layouts(Yaml memory) {
    if (!(memory instanceof Yaml.Fields fields)) {
      return Map.of("", memory);
    }
    Map<String, Yaml> layouts = new LinkedHashMap<>();
    fields
        .entries()
        .forEach((layout, entry) -> {
          if (!Values.isIdentifier(layout)) {
            throw entry.place().wrong("the layout " + Place.quote(layout), "a name such as 'ntn'");
          }
          layouts.put("/" + layout, entry.value());
        });
    if (layouts.isEmpty()) {
      throw memory.place().wrong("an empty mapping", "transfers by the name of their layout");
    }
    return layouts;
  }

  private static String shape(Computation compute) {
    return compute.axes().stream()
        .map(axis -> Dims.print(axis.extent()))
        .collect(Collectors.joining("x"));
  }

  /// A number, or one number for each of the entry's extents.
  private static double figure(Yaml value, String unit, double most, int shape, int shapes) {
    if (!(value instanceof Yaml.Items items)) {
      return Values.positiveNumber(value, unit, most);
    }
    if (items.values().size() != shapes) {
      throw value
          .place()
          .wrong("%d numbers".formatted(items.values().size()), "one, or one for each extents");
    }
    return Values.positiveNumber(items.values().get(shape), unit, most);
  }

  private static List<String> partialSums(Yaml list, IndexStatement statement) {
    List<String> reductions = statement.reductionAxes();
    String expected = "a reduction axis: " + String.join(", ", reductions);
    Set<String> axes = new LinkedHashSet<>();
    for (Yaml item : Values.items(list, "a list of reduction axes")) {
      String axis = Values.text(item, expected).value();
      if (!reductions.contains(axis) || !axes.add(axis)) {
        throw item.wrong(expected + ", each at most once");
      }
    }
    return List.copyOf(axes);
  }

  private List<String> features(Keys keys) {
    Optional<Yaml> given =
        target.isPresent() ? Optional.of(keys.required("features")) : keys.optional("features");
    List<String> features = new ArrayList<>();
    for (Yaml item :
        given.map(list -> Values.items(list, "a list of features")).orElse(List.of())) {
      String feature = Values.line(item, "a feature by LLVM's name");
      target.ifPresent(processor -> checkFeature(item, feature, processor));
      features.add(feature);
    }
    return features;
  }

  private static void checkFeature(Yaml item, String feature, Target target) {
    if (target.allFeatures().contains(feature)) {
      return;
    }
    boolean isKnown =
        Targets.known().stream()
            .filter(other -> other.triple().equals(target.triple()))
            .anyMatch(other -> other.allFeatures().contains(feature));
    String found = isKnown ? "the feature %s, which target %s lacks" : "the unknown feature %s";
    throw item.place()
        .wrong(
            found.formatted(Place.quote(feature), target),
            "features of %s: %s".formatted(target, String.join(", ", target.allFeatures())));
  }

  private Optional<Emission> emission(Keys keys, IndexStatement statement) {
    Optional<Yaml> given =
        target.isPresent() ? Optional.of(keys.required("emission")) : keys.optional("emission");
    if (given.isEmpty()
        || (given.get() instanceof Yaml.Text text && text.value().equals(NO_EMISSION))) {
      return Optional.empty();
    }
    if (target.isEmpty()) {
      throw given
          .get()
          .place()
          .wrong("an emission without a target", "'none', or the key 'target' in the accelerator");
    }
    return Optional.of(EmissionReader.read(given.get(), statement));
  }

  /// Each tile must fit the registers that it is moved to or from.
  private void checkFit(
      Place place, Computation compute, List<Transfer> transfers, List<String> partialSums) {
    for (Transfer transfer : transfers) {
      Tensor tensor = compute.tensor(transfer.operand());
      long elements =
          transfer.strides().stream()
              .mapToLong(s -> extent(compute, s.axis()))
              .reduce(1, (a, b) -> a * b);
      if (!transfer.isLoad()) {
        for (String axis : partialSums) {
          elements *= extent(compute, axis);
        }
      }
      long bytes = elements * Math.max(1, tensor.type().byteSize());
      RegisterFile file = scopes.registerFile(transfer.nearScope()).orElseThrow();
      long capacity = (long) file.count() * file.bytes();
      if (bytes > capacity) {
        throw place.wrong(
            "a tile of '%s' of %d bytes".formatted(transfer.operand(), bytes),
            "at most %d bytes, all of '%s'".formatted(capacity, file.name()));
      }
    }
  }

  private static long extent(Computation compute, String axis) {
    Axis found = compute.axis(axis);
    return Dims.constantValue(found.extent()).orElseThrow();
  }
}
