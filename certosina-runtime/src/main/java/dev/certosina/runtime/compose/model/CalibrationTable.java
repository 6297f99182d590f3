package dev.certosina.runtime.compose.model;

import dev.certosina.ModelException;
import java.util.List;

/// Everything the composer knows about a machine, for one element type.
///
/// @param origin where the numbers come from
/// @param engine version of the engine whose kernels were measured
/// @param cpu name of the processor, with the features that kernels use
/// @param elementBytes size of an element of the packed panels
/// @param modelError share by which predictions of whole products are expected to be off, 0 to 1
/// @param kernels all read panels of the same width; at least one has 1 row
public record CalibrationTable(
    Origin origin,
    String engine,
    String cpu,
    int elementBytes,
    double modelError,
    MachineLimits limits,
    List<KernelModel> kernels) {
  static final int MOST_KERNELS = 64;
  static final int MOST_ELEMENT_BYTES = 16;

  /// Where a table's numbers come from.
  public enum Origin {
    /// Computed from the peak and the bandwidths of the processor.
    MODELLED,
    /// Timed on the processor itself.
    MEASURED
  }

  /// @throws ModelException when the kernels cannot cover every shape
  public CalibrationTable {
    kernels = List.copyOf(kernels);
    if (kernels.isEmpty() || kernels.size() > MOST_KERNELS) {
      throw new ModelException(
          "calibration has %s micro-kernels, needed 1 to %s"
              .formatted(kernels.size(), MOST_KERNELS));
    }
    int width = kernels.getFirst().columns();
    if (kernels.stream().anyMatch(kernel -> kernel.columns() != width)) {
      throw new ModelException("calibration has panels of several widths, needed one");
    }
    if (kernels.stream().noneMatch(kernel -> kernel.rows() == 1)) {
      throw new ModelException("calibration has no micro-kernel of 1 row, which odd rows need");
    }
    if (elementBytes < 1 || elementBytes > MOST_ELEMENT_BYTES) {
      throw new ModelException(
          "calibration has elements of %s bytes, needed 1 to %s"
              .formatted(elementBytes, MOST_ELEMENT_BYTES));
    }
    if (!(modelError >= 0 && modelError <= 1)) {
      throw new ModelException(
          "calibration has a model error of %s, needed 0 to 1".formatted(modelError));
    }
  }

  /// Columns of a panel.
  public int panelColumns() {
    return kernels.getFirst().columns();
  }
}
