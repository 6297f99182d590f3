package dev.certosina.compiler.search.model;

import java.util.List;

/// What the model cannot read off an accelerator file. Fitted to measurements, see
/// [CoefficientFit]; all are positive.
///
/// @param loadCycles for one load of any width, on processors that code is generated for
/// @param stridedLaneCycles to bring one run of neighbouring lanes into a vector from an address
///   with a stride
/// @param gatherLaneCycles the same for one lane whose address is a formula
/// @param divisionCycles for each division in a formula that changes inside the reduction
/// @param maskedCycles extra for an access with guards
/// @param storeCycles for one register of results
/// @param foldCycles for each halving of one register of partial sums
/// @param bodyCycles that a body takes at least, for its counter and branch
/// @param loopCycles each time that a loop around the body ends
/// @param entryCycles each time that a block of accumulators is begun and left
/// @param instructionsPerCycle that the front end delivers
/// @param spillCycles for each register too many, in every body
/// @param overlap the share of the shorter of computing and moving data that is not hidden behind
///   the longer
/// @param prefetchGain by how much prefetching shrinks the time of moving data
/// @param copyCycles for each element of a copy along contiguous runs
/// @param scatteredCopyCycles for each other element
/// @param jumpBytes that could have been moved in the time lost where a short run of neighbours
///   ends
/// @param storeJumpBytes the same where results are stored
/// @param taskCycles for handing out one task
public record ModelCoefficients(
    double loadCycles,
    double stridedLaneCycles,
    double gatherLaneCycles,
    double divisionCycles,
    double maskedCycles,
    double storeCycles,
    double foldCycles,
    double bodyCycles,
    double loopCycles,
    double entryCycles,
    double instructionsPerCycle,
    double spillCycles,
    double overlap,
    double prefetchGain,
    double copyCycles,
    double scatteredCopyCycles,
    double jumpBytes,
    double storeJumpBytes,
    double taskCycles) {

  /// From instruction tables, and rounded from fits on a busy Zen 5 machine; `storeJumpBytes` is a
  /// guess. What a fit starts from.
  public static final ModelCoefficients ESTIMATED =
      new ModelCoefficients(
          0.5, 1.5, 1.6, 1.5, 1, 1, 1.1, 1, 2, 20, 5, 0.5, 0.2, 0.9, 0.2, 1.5, 64, 32, 300);

  /// In the order of the record's components.
  public List<Double> values() {
    return List.of(
        loadCycles,
        stridedLaneCycles,
        gatherLaneCycles,
        divisionCycles,
        maskedCycles,
        storeCycles,
        foldCycles,
        bodyCycles,
        loopCycles,
        entryCycles,
        instructionsPerCycle,
        spillCycles,
        overlap,
        prefetchGain,
        copyCycles,
        scatteredCopyCycles,
        jumpBytes,
        storeJumpBytes,
        taskCycles);
  }

  /// @param values in the order of the record's components
  public static ModelCoefficients of(List<Double> values) {
    return new ModelCoefficients(
        values.get(0),
        values.get(1),
        values.get(2),
        values.get(3),
        values.get(4),
        values.get(5),
        values.get(6),
        values.get(7),
        values.get(8),
        values.get(9),
        values.get(10),
        values.get(11),
        values.get(12),
        values.get(13),
        values.get(14),
        values.get(15),
        values.get(16),
        values.get(17),
        values.get(18));
  }
}
