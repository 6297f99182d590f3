package dev.certosina.compiler.mapping.operators;

import dev.certosina.ModelException;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.ComputationBuilder;
import dev.certosina.compiler.texpr.Computations;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/// Convolutions of an image `I` by weights `W`, with zeros around the image.
///
/// @param channelsFirst the statement; `| 0` is left out where the padding is 0
/// @param windows the image's spatial dims
/// @param channels the extents of the other axes
/// @param weightsAreKnown ahead of time
record Convolution(
    String channelsFirst,
    String channelsLast,
    List<Window> windows,
    Function<Problem, Map<String, Dim>> channels,
    boolean weightsAreKnown)
    implements Operator.Definition {

  Convolution {
    windows = List.copyOf(windows);
  }

  /// A kernel that slides along one dim of the image; all but the axes are names of parameters.
  ///
  /// @param output axis of the result
  /// @param kernel axis of the weights
  /// @param dilation empty for none
  record Window(
      String output,
      String kernel,
      String imageSize,
      String kernelSize,
      String stride,
      String pad,
      String dilation) {

    long outputExtent(Problem problem) {
      long step = dilation.isEmpty() ? 1 : problem.size(dilation);
      long reach = step * (problem.size(kernelSize) - 1) + 1;
      long room = problem.size(imageSize) + 2 * problem.size(pad) - reach;
      if (room < 0) {
        throw new ModelException(
            "operator '%s': found a kernel that spans %d, needed at most the padded image's %d"
                .formatted(problem.operator(), reach, room + reach));
      }
      return room / problem.size(stride) + 1;
    }
  }

  @Override
  public String formula(Layout layout) {
    return template(layout).replaceAll("[{}]", "");
  }

  private String template(Layout layout) {
    return switch (layout) {
      case CHANNELS_FIRST -> channelsFirst;
      case CHANNELS_LAST -> channelsLast;
    };
  }

  @Override
  public Computation computation(Problem problem) {
    boolean padded = windows.stream().anyMatch(window -> problem.size(window.pad()) > 0);
    IndexStatement statement = problem.statement(template(problem.options().layout()));
    if (!padded) {
      statement = withoutPadding(statement);
    }
    ComputationBuilder builder =
        problem
            .builder(statement, weightsAreKnown ? List.of("W") : List.of())
            .extents(channels.apply(problem));
    Access image = statement.operands().getFirst();
    for (Window window : windows) {
      builder.extent(window.output(), window.outputExtent(problem));
      builder.extent(window.kernel(), problem.size(window.kernelSize()));
      builder.dim(image.tensor(), dimOf(image, window), problem.dim(window.imageSize()));
    }
    return builder.build();
  }

  @Override
  public TensorProgram program(Problem problem) {
    return Computations.program(computation(problem));
  }

  private static int dimOf(Access image, Window window) {
    List<IndexExpr> coordinates = image.coordinates();
    for (int dim = 0; dim < coordinates.size(); dim++) {
      if (coordinates.get(dim).uses(window.output())) {
        return dim;
      }
    }
    throw new IllegalArgumentException("no coordinate uses " + window.output());
  }

  private static IndexStatement withoutPadding(IndexStatement statement) {
    List<Access> operands = new ArrayList<>();
    for (Access access : statement.operands()) {
      operands.add(new Access(access.tensor(), access.coordinates(), OptionalDouble.empty()));
    }
    return new IndexStatement(
        statement.destination(), statement.accumulation(), statement.operation(), operands);
  }

  /// Batch, input channels `C` and output channels `K`.
  static Map<String, Dim> plain(Problem problem) {
    return Map.of("n", problem.batch(), "c", problem.dim("C"), "k", problem.dim("K"));
  }

  /// The quotient of two sizes that divide.
  static Dim share(Problem problem, String whole, String parts) {
    if (problem.size(whole) % problem.size(parts) != 0) {
      throw new ModelException(
          "operator '%s': found %s = %d, needed a multiple of %s = %d"
              .formatted(
                  problem.operator(), whole, problem.size(whole), parts, problem.size(parts)));
    }
    return Dims.constant(problem.size(whole) / problem.size(parts));
  }
}
