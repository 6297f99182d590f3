package dev.certosina.runtime.compose.model;

import dev.certosina.runtime.compose.model.CalibrationTable.Origin;
import java.util.ArrayList;
import java.util.List;

/// Tables computed from what a processor can do, for use before anything has been measured.
///
/// One step of a tile of `rows` by `vectors` takes `rows * vectors` multiply-adds and `rows +
/// vectors` loads, two of each per cycle, and no less than a multiply-add's latency. A panel from
/// farther away takes its bytes over that level's rate where that is more. The rates are those of
/// one core of a Zen 5 server, measured once and rounded; other machines differ, which is why a
/// modelled table claims a large error.
public final class ModelledTables {
  private static final double GIGAHERTZ = 3.2;
  private static final double PER_CYCLE = 2;
  private static final double LATENCY_CYCLES = 4;
  private static final double CALL_NANOS = 12;
  private static final double STORE_NANOS_PER_VECTOR = 0.4;
  private static final double L1_BYTES_PER_NANO = 270;
  private static final double L2_BYTES_PER_NANO = 160;
  private static final double L3_BYTES_PER_NANO = 85;
  private static final double MEMORY_BYTES_PER_NANO = 28;
  private static final double MODEL_ERROR = 0.05;
  private static final int FLOAT_BYTES = 4;

  private static final MachineLimits LIMITS =
      new MachineLimits(
          48L << 10,
          1L << 20,
          16L << 20,
          2 * MEMORY_BYTES_PER_NANO,
          L3_BYTES_PER_NANO,
          40,
          1000,
          300);

  private ModelledTables() {}

  /// 32 registers of 16 floats: panels of 48 columns, 1 to 9 rows.
  public static CalibrationTable floats512() {
    return floats("modelled x86-64-v4", 16, 3, 9);
  }

  /// 16 registers of 8 floats: panels of 24 columns, 1 to 4 rows.
  public static CalibrationTable floats256() {
    return floats("modelled x86-64-v3", 8, 3, 4);
  }

  private static CalibrationTable floats(String cpu, int lanes, int vectors, int highest) {
    List<KernelModel> kernels = new ArrayList<>();
    for (int rows = 1; rows <= highest; rows++) {
      kernels.add(
          new KernelModel(
              rows,
              lanes * vectors,
              curve(rows, vectors, lanes, L1_BYTES_PER_NANO),
              curve(rows, vectors, lanes, L2_BYTES_PER_NANO),
              curve(rows, vectors, lanes, L3_BYTES_PER_NANO),
              curve(rows, vectors, lanes, MEMORY_BYTES_PER_NANO)));
    }
    return new CalibrationTable(
        Origin.MODELLED, "any", cpu, FLOAT_BYTES, MODEL_ERROR, LIMITS, kernels);
  }

  private static Curve curve(int rows, int vectors, int lanes, double bytesPerNano) {
    double multiplies = rows * vectors / PER_CYCLE;
    double loads = (rows + vectors) / PER_CYCLE;
    double cycles = Math.max(LATENCY_CYCLES, Math.max(multiplies, loads));
    double bytes = (double) vectors * lanes * FLOAT_BYTES;
    double step = Math.max(cycles / GIGAHERTZ, bytes / bytesPerNano);
    return Curve.line(CALL_NANOS + STORE_NANOS_PER_VECTOR * rows * vectors, step);
  }
}
