package dev.certosina.peers.pytorch;

import dev.certosina.peers.operator.Layouts;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorProblem.Convolution;
import dev.certosina.peers.operator.OperatorProblem.TransposedConvolution;
import dev.certosina.peers.operator.SpatialAxis;
import dev.certosina.peers.pytorch.ScriptFormula.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;

/// Convolutions in TorchScript: plain and channels-last, with weights as given and packed.
final class ConvolutionScripts {
  /// What the pointwise operators take for a fused function without parameters.
  static final String NO_SCALARS = "annotate(List[Optional[number]], [])";

  private static final SpatialAxis UNIT = new SpatialAxis(1, 1, 1, 0, 1);

  private ConvolutionScripts() {}

  static List<ScriptFormula> of(Convolution c, Operands operands) {
    var formulas = new ArrayList<ScriptFormula>();
    if (c.axes().size() == 1) {
      formulas.add(plain(c, operands));
      var lifted =
          new Convolution(
              c.batch(),
              c.channels(),
              c.filters(),
              c.groups(),
              c.constantWeights(),
              List.of(UNIT, c.axes().getFirst()));
      formulas.addAll(of(lifted, operands));
      return formulas;
    }
    for (ScriptFormula formula : List.of(plain(c, operands), channelsLast(plain(c, operands)))) {
      formulas.add(formula);
      if (c.constantWeights()) {
        formulas.add(packed(formula, c));
      }
    }
    if (PaddedChannels.helps(c)) {
      Convolution wider = PaddedChannels.problem(c);
      ScriptFormula whole = plain(wider, PaddedChannels.operands(c, operands));
      ScriptFormula padded = whole.named(whole.text() + PaddedChannels.REMARK);
      for (ScriptFormula formula : List.of(padded, channelsLast(padded))) {
        formulas.add(formula.sliced(c.filters()));
        if (c.constantWeights()) {
          formulas.add(packed(formula, wider).sliced(c.filters()));
        }
      }
    }
    return formulas;
  }

  static List<ScriptFormula> of(TransposedConvolution t, Operands operands) {
    List<SpatialAxis> axes = t.axes();
    String zeros = Collections.nCopies(axes.size(), 0).toString();
    ScriptFormula plain =
        ScriptFormula.of(
            "conv_transpose%dd".formatted(axes.size()),
            "torch.conv_transpose%dd(x, w, None, %s, %s, %s, 1, %s)"
                .formatted(
                    axes.size(),
                    each(axes, SpatialAxis::stride),
                    each(axes, SpatialAxis::padding),
                    zeros,
                    each(axes, SpatialAxis::dilation)),
            Array.plain(operands.left(), t.leftShape()),
            Array.plain(operands.right(), t.rightShape()));
    String windows =
        "%s, %s, %s, %s, 1"
            .formatted(
                each(axes, SpatialAxis::padding),
                zeros,
                each(axes, SpatialAxis::stride),
                each(axes, SpatialAxis::dilation));
    var formulas = new ArrayList<ScriptFormula>();
    for (ScriptFormula formula : List.of(plain, channelsLast(plain))) {
      formulas.add(formula);
      formulas.add(
          formula.packed(
              "packed",
              "ops.mkldnn._reorder_convolution_transpose_weight(g, %s, %s)"
                  .formatted(windows, t.leftShape()),
              "ops.mkldnn._convolution_transpose_pointwise(x, w, None, %s, \"none\", %s, \"\")"
                  .formatted(windows, NO_SCALARS)));
    }
    return formulas;
  }

  private static ScriptFormula plain(Convolution c, Operands operands) {
    return ScriptFormula.of(
        "conv%dd".formatted(c.axes().size()),
        "torch.conv%dd(x, w, None, %s, %s, %s, %d)"
            .formatted(
                c.axes().size(),
                each(c.axes(), SpatialAxis::stride),
                each(c.axes(), SpatialAxis::padding),
                each(c.axes(), SpatialAxis::dilation),
                c.groups()),
        Array.plain(operands.left(), c.leftShape()),
        Array.plain(operands.right(), c.rightShape()));
  }

  private static ScriptFormula channelsLast(ScriptFormula formula) {
    return new ScriptFormula(
        formula.text() + ", channels-last",
        formula.forward(),
        formula.packing(),
        channelsLast(formula.left()),
        channelsLast(formula.right()));
  }

  private static Array channelsLast(Array array) {
    return new Array(array.elements(), array.shape(), Layouts.channelsLast(array.shape().size()));
  }

  /// With the weights packed by oneDNN, by the operators to which PyTorch's own freezing leads.
  private static ScriptFormula packed(ScriptFormula formula, Convolution c) {
    String windows =
        "%s, %s, %s, %d"
            .formatted(
                each(c.axes(), SpatialAxis::padding),
                each(c.axes(), SpatialAxis::stride),
                each(c.axes(), SpatialAxis::dilation),
                c.groups());
    return formula.packed(
        "packed",
        "ops.mkldnn._reorder_convolution_weight(g, %s, %s)".formatted(windows, c.leftShape()),
        "ops.mkldnn._convolution_pointwise(x, w, None, %s, \"none\", %s, \"\")"
            .formatted(windows, NO_SCALARS));
  }

  private static List<Integer> each(List<SpatialAxis> axes, ToIntFunction<SpatialAxis> value) {
    return axes.stream().mapToInt(value).boxed().toList();
  }
}
