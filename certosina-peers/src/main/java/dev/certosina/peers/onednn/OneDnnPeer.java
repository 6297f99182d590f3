package dev.certosina.peers.onednn;

import dev.certosina.ModelException;
import dev.certosina.peers.internal.OpenMp;
import dev.certosina.peers.internal.SimpleLogging;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorPeer;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.OperatorProblem.Convolution;
import dev.certosina.peers.operator.OperatorProblem.Mean;
import dev.certosina.peers.operator.OperatorProblem.Product;
import dev.certosina.peers.operator.OperatorProblem.Scan;
import dev.certosina.peers.operator.OperatorProblem.TransposedConvolution;
import dev.certosina.peers.operator.OperatorProblem.Variance;
import dev.certosina.peers.operator.OperatorWay;
import java.util.List;
import org.bytedeco.dnnl.dnnl_version_t;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.javacpp.Loader;

/// oneDNN on the CPU: one primitive, or a few, per problem. Constant weights have the format that
/// the primitive asks for, activations that or channels-last.
public final class OneDnnPeer implements OperatorPeer {
  private static final String OPEN_MP = "libgomp.so.1";

  @Override
  public String name() {
    return "onednn";
  }

  @Override
  public String version() {
    load();
    dnnl_version_t version = dnnl.dnnl_version();
    return version.major() + "." + version.minor() + "." + version.patch();
  }

  @Override
  public String settings() {
    return "OpenMP, weights packed ahead (format any), activations in the primitive's format or"
        + " channels-last";
  }

  @Override
  public List<OperatorWay> ways(OperatorProblem problem, Operands operands, int threads) {
    load();
    new OpenMp(OPEN_MP).setThreads(threads);
    var attempts = new Attempts(problem);
    switch (problem) {
      case Product product -> new ProductPrimitives(attempts).add(product, operands);
      case Convolution convolution ->
          new ConvolutionPrimitives(attempts).add(convolution, operands);
      case TransposedConvolution convolution ->
          new ConvolutionPrimitives(attempts).add(convolution, operands);
      case Mean(int rows, int columns) ->
          new ReductionPrimitives(attempts).addMean(rows, columns, operands);
      case Variance(int rows, int columns) ->
          new ReductionPrimitives(attempts).addVariance(rows, columns, operands);
      case Scan scan -> new ProductPrimitives(attempts).add(scan, operands);
    }
    return attempts.ways();
  }

  private static void load() {
    SimpleLogging.silence();
    try {
      Loader.load(dnnl.class);
    } catch (LinkageError e) {
      throw new ModelException(
          "onednn: its native library cannot be loaded: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          e);
    }
  }
}
