package dev.certosina.peers.onednn;

import static dev.certosina.peers.onednn.Descriptions.any;
import static dev.certosina.peers.onednn.Descriptions.ordered;
import static dev.certosina.peers.onednn.Descriptions.plain;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SRC;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_WEIGHTS;

import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorProblem.Convolution;
import dev.certosina.peers.operator.OperatorProblem.TransposedConvolution;
import dev.certosina.peers.operator.SpatialAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.bytedeco.dnnl.convolution_forward;
import org.bytedeco.dnnl.deconvolution_forward;
import org.bytedeco.dnnl.global.dnnl.algorithm;
import org.bytedeco.dnnl.global.dnnl.prop_kind;
import org.bytedeco.dnnl.memory;

/// `convolution` and `deconvolution`, in the primitive's own format and channels-last.
final class ConvolutionPrimitives {
  private record Layout(String name, Function<List<Integer>, memory.desc> describe) {}

  private static final List<Layout> LAYOUTS =
      List.of(
          new Layout("own format", Descriptions::any),
          new Layout("channels-last", Descriptions::channelsLast));

  private final Attempts attempts;

  ConvolutionPrimitives(Attempts attempts) {
    this.attempts = attempts;
  }

  void add(Convolution convolution, Operands operands) {
    for (Layout layout : LAYOUTS) {
      attempts.attempt(
          "convolution, " + layout.name, chain -> build(chain, convolution, operands, layout));
      if (!convolution.constantWeights()) {
        attempts.attempt(
            "convolution, " + layout.name + ", weights as given",
            chain -> buildWithGivenWeights(chain, convolution, operands, layout));
      }
    }
  }

  void add(TransposedConvolution convolution, Operands operands) {
    for (Layout layout : LAYOUTS) {
      attempts.attempt(
          "deconvolution, " + layout.name, chain -> build(chain, convolution, operands, layout));
    }
  }

  private static void build(PrimitiveChain chain, Convolution c, Operands operands, Layout layout) {
    var description = describe(chain, c, any(weightShape(c)), layout);
    memory.desc asked = description.weights_desc();
    memory weights;
    if (c.constantWeights()) {
      weights = chain.filled(plain(weightShape(c)), operands.right(), asked);
    } else {
      memory.desc given = plain(weightShape(c));
      memory source = chain.filled(given, operands.right(), given);
      weights = chain.empty(asked);
      chain.reorderStep(source, weights);
    }
    add(chain, c, operands, description, weights);
  }

  /// Takes weights with the filters innermost as they are, so nothing is converted when it runs.
  private static void buildWithGivenWeights(
      PrimitiveChain chain, Convolution c, Operands operands, Layout layout) {
    List<Integer> shape = weightShape(c);
    int outer = c.groups() == 1 ? 0 : 1;
    var order = new ArrayList<>(IntStream.range(0, shape.size()).boxed().toList());
    order.remove(Integer.valueOf(outer));
    order.remove(Integer.valueOf(outer + 1));
    order.addAll(List.of(outer + 1, outer));
    memory.desc given = ordered(shape, order);
    var description = describe(chain, c, given, layout);
    add(
        chain,
        c,
        operands,
        description,
        chain.filled(plain(shape), operands.right(), description.weights_desc()));
  }

  private static convolution_forward.primitive_desc describe(
      PrimitiveChain chain, Convolution c, memory.desc weights, Layout layout) {
    long[] padding = each(c.axes(), SpatialAxis::padding);
    return new convolution_forward.primitive_desc(
        chain.processor(),
        prop_kind.forward_inference,
        algorithm.convolution_direct,
        layout.describe.apply(c.leftShape()),
        weights,
        layout.describe.apply(c.outShape()),
        each(c.axes(), SpatialAxis::stride),
        each(c.axes(), axis -> axis.dilation() - 1),
        padding,
        padding);
  }

  private static void add(
      PrimitiveChain chain,
      Convolution c,
      Operands operands,
      convolution_forward.primitive_desc description,
      memory weights) {
    memory out = chain.empty(description.dst_desc());
    memory in = chain.filled(plain(c.leftShape()), operands.left(), description.src_desc());
    chain.step(
        description,
        new convolution_forward(description),
        Map.of(DNNL_ARG_SRC, in, DNNL_ARG_WEIGHTS, weights, DNNL_ARG_DST, out));
    chain.result(out);
  }

  private static void build(
      PrimitiveChain chain, TransposedConvolution t, Operands operands, Layout layout) {
    var weightShape = new ArrayList<>(t.rightShape());
    weightShape.set(0, t.filters());
    weightShape.set(1, t.channels());
    var order = new ArrayList<>(IntStream.range(0, weightShape.size()).boxed().toList());
    order.set(0, 1);
    order.set(1, 0);
    long[] padding = each(t.axes(), SpatialAxis::padding);
    var description =
        new deconvolution_forward.primitive_desc(
            chain.processor(),
            prop_kind.forward_inference,
            algorithm.deconvolution_direct,
            layout.describe.apply(t.leftShape()),
            any(weightShape),
            layout.describe.apply(t.outShape()),
            each(t.axes(), SpatialAxis::stride),
            each(t.axes(), axis -> axis.dilation() - 1),
            padding,
            padding);
    memory out = chain.empty(description.dst_desc());
    chain.step(
        description,
        new deconvolution_forward(description),
        Map.of(
            DNNL_ARG_SRC,
            chain.filled(plain(t.leftShape()), operands.left(), description.src_desc()),
            DNNL_ARG_WEIGHTS,
            chain.filled(ordered(weightShape, order), operands.right(), description.weights_desc()),
            DNNL_ARG_DST,
            out));
    chain.result(out);
  }

  /// The shape of weights, with the groups first where there are several.
  private static List<Integer> weightShape(Convolution c) {
    if (c.groups() == 1) {
      return c.rightShape();
    }
    var shape = new ArrayList<>(c.rightShape());
    shape.set(0, c.filters() / c.groups());
    shape.addFirst(c.groups());
    return shape;
  }

  private static long[] each(List<SpatialAxis> axes, ToLongFunction<SpatialAxis> value) {
    return axes.stream().mapToLong(value).toArray();
  }
}
