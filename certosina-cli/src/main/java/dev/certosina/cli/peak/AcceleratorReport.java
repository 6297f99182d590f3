package dev.certosina.cli.peak;

import dev.certosina.cli.json.Json;
import dev.certosina.cli.peak.MeasurePeaks.Measured;
import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// An accelerator with its intrinsics and their rates.
///
/// @param runsHere whether this machine executes the code of any of its intrinsics
/// @param measured by the name of the intrinsic; those that were measured
public record AcceleratorReport(
    Accelerator accelerator, boolean runsHere, Map<String, Measured> measured) {

  public AcceleratorReport {
    measured = Collections.unmodifiableMap(new LinkedHashMap<>(measured));
  }

  /// One line per intrinsic; variants of shape and layout share a line.
  public void print(PrintWriter out) {
    String state = "modelled";
    if (accelerator.target().isPresent()) {
      state = (runsHere ? "runs here as " : "needs ") + accelerator.target().get();
    }
    out.printf("%s: %s; %s%n", accelerator.name(), accelerator.description(), state);
    Map<String, List<Intrinsic>> families = new LinkedHashMap<>();
    for (Intrinsic intrinsic : accelerator.intrinsics()) {
      String family = intrinsic.name().split("/", -1)[0];
      families.computeIfAbsent(family, _ -> new ArrayList<>()).add(intrinsic);
    }
    families.forEach((family, variants) -> {
      Intrinsic first = variants.getFirst();
      out.printf(
          "  %-26s %-32s %-24s %s%n",
          family,
          IndexStatementPrinter.print(first.compute().statement()),
          types(first),
          rates(variants));
      out.printf("    %s%n", shapes(variants));
    });
  }

  /// With the keys name, description, target, runsHere, gigahertz, intrinsics.
  public Json toJson() {
    return Json.object()
        .with("name", accelerator.name())
        .with("description", accelerator.description())
        .with(
            "target",
            accelerator.target().map(text -> (Json) new Json.Text(text)).orElse(new Json.Null()))
        .with("runsHere", runsHere)
        .with("gigahertz", accelerator.gigahertz())
        .with("intrinsics", accelerator.intrinsics().stream().map(this::toJson).toList());
  }

  private Json toJson(Intrinsic intrinsic) {
    Json.Structure extents = Json.object();
    for (Axis axis : intrinsic.compute().axes()) {
      extents = extents.with(axis.name(), Dims.constantValue(axis.extent()).orElseThrow());
    }
    Json.Structure types = Json.object();
    for (Tensor tensor : intrinsic.compute().tensors()) {
      types = types.with(tensor.name(), tensor.type().text());
    }
    return Json.object()
        .with("name", intrinsic.name())
        .with("statement", IndexStatementPrinter.print(intrinsic.compute().statement()))
        .with("extents", extents)
        .with("types", types)
        .with("features", Json.texts(intrinsic.features()))
        .with("modelledGops", Peak.modelledGops(accelerator, intrinsic))
        .with(
            "measuredGops",
            measured.get(intrinsic.name()) instanceof Measured.Gops(double gops)
                ? Json.real(gops)
                : new Json.Null());
  }

  private static String types(Intrinsic intrinsic) {
    return intrinsic.compute().tensors().stream()
        .map(tensor -> tensor.name() + " " + tensor.type())
        .collect(Collectors.joining(", "));
  }

  /// Extents in the order of the axes, then layouts.
  private static String shapes(List<Intrinsic> variants) {
    String axes =
        variants.getFirst().compute().axes().stream()
            .map(Axis::name)
            .collect(Collectors.joining(","));
    String extents =
        variants.stream()
            .map(variant ->
                variant.compute().axes().stream()
                    .map(axis -> Dims.print(axis.extent()))
                    .collect(Collectors.joining("x")))
            .distinct()
            .collect(Collectors.joining(" "));
    String layouts =
        variants.stream()
            .map(variant -> variant.name().split("/", -1))
            .filter(parts -> parts.length > 1)
            .map(parts -> parts[parts.length - 1])
            .filter(part -> Character.isLetter(part.charAt(0)))
            .distinct()
            .collect(Collectors.joining(" "));
    return "extents of %s: %s%s"
        .formatted(axes, extents, layouts.isEmpty() ? "" : "; layouts " + layouts);
  }

  private String rates(List<Intrinsic> variants) {
    List<Double> modelled =
        variants.stream()
            .map(variant -> Peak.modelledGops(accelerator, variant))
            .distinct()
            .toList();
    String text = range(modelled) + " modelled";
    Measured first = measured.get(variants.getFirst().name());
    if (first instanceof Measured.Failed(String reason)) {
      return text + ", not measured: " + reason;
    }
    List<Double> measurements = new ArrayList<>();
    for (Intrinsic variant : variants) {
      if (measured.get(variant.name()) instanceof Measured.Gops(double gops)) {
        measurements.add(gops);
      }
    }
    return measurements.isEmpty() ? text : text + ", " + range(measurements) + " measured";
  }

  private static String range(List<Double> gops) {
    String least = String.format(Locale.ROOT, "%.0f", Collections.min(gops));
    String most = String.format(Locale.ROOT, "%.0f", Collections.max(gops));
    return least.equals(most) ? least : least + " to " + most;
  }
}
